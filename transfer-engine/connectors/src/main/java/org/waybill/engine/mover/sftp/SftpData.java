package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.ZeroRuns;
import org.waybill.engine.mover.ServerFailures;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** The content of files behind SSH. */
record SftpData(SftpChannel channel, WriterThread thread) implements AutoCloseable {
    /** A hole costs four round trips; shorter runs of zeros are written. */
    private static final long LEAST_HOLE_BYTES = 1 << 20;

    InputStream read(String path, long offset) throws TransferException {
        channel.mayLoseCount();
        return channel.ask(path, from -> from.get(SftpChannel.quoted(path), null, offset));
    }

    void write(String path, long offset, InputStream data) throws IOException, TransferException {
        thread.run(() -> send(path, offset, data), channel::disconnect);
    }

    /** OpenSSH's server writes behind the end of a file where it is told to. */
    void writeSparse(String path, long offset, InputStream data) throws IOException, TransferException {
        thread.run(() -> sendSparse(path, offset, data), channel::disconnect);
    }

    private void send(String path, long offset, InputStream data) throws IOException, TransferException {
        OutputStream out = opened(path, offset);
        try {
            byte[] block = new byte[Store.BLOCK_BYTES];
            for (int n = data.read(block); n >= 0; n = data.read(block)) {
                out.write(block, 0, n);
            }
            out.close();
        } catch (Throwable e) {
            // JSch does not count a refused write as answered: closing the stream could wait for ever
            channel.disconnect();
            throw e;
        }
    }

    private void sendSparse(String path, long offset, InputStream data) throws IOException, TransferException {
        OutputStream out = opened(path, offset);
        try {
            byte[] block = new byte[Store.BLOCK_BYTES];
            long zeros = 0;
            long end = offset;
            for (int n = data.readNBytes(block, 0, block.length); n > 0; n = data.readNBytes(block, 0, block.length)) {
                end += n;
                if (ZeroRuns.isZero(block, 0, n)) {
                    zeros += n;
                    continue;
                }
                if (zeros >= LEAST_HOLE_BYTES) {
                    out.close();
                    out = behind(path, zeros);
                } else if (zeros > 0) {
                    out.write(new byte[(int) zeros]);
                }
                zeros = 0;
                out.write(block, 0, n);
            }
            out.close();
            if (zeros > 0) {
                resize(path, end);
            }
        } catch (Throwable e) {
            channel.disconnect(); // as above
            throw e;
        }
    }

    /** Writes on at an offset behind the end of a file. */
    private OutputStream behind(String path, long bytes) throws TransferException {
        return channel.ask(path, to -> to.put(SftpChannel.quoted(path), null, ChannelSftp.RESUME, bytes));
    }

    private void resize(String path, long bytes) throws TransferException {
        SftpATTRS size = new SftpATTRS();
        size.setSIZE(bytes);
        channel.run(path, to -> to.setStat(SftpChannel.quoted(path), size));
    }

    private OutputStream opened(String path, long offset) throws TransferException {
        if (offset == 0) {
            return channel.ask(path, to -> to.put(SftpChannel.quoted(path), ChannelSftp.OVERWRITE));
        }
        try {
            // most of what is resumed ends there, and not every server cuts a file off
            if (channel.open().stat(SftpChannel.quoted(path)).getSize() != offset) {
                SftpATTRS size = new SftpATTRS();
                size.setSIZE(offset);
                channel.open().setStat(SftpChannel.quoted(path), size);
            }
            return channel.open().put(SftpChannel.quoted(path), ChannelSftp.RESUME);
        } catch (SftpException e) {
            if (!SshFailures.isRefusal(e) || e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                throw channel.failure(e, path);
            }
            // without it the next attempt begins at the beginning
            channel.run(path, to -> to.rm(SftpChannel.quoted(path)));
            throw StorePath.failure(
                    Reason.CONNECTION_LOST,
                    path,
                    ": the server does not write on at byte " + offset + " (" + ServerFailures.text(e)
                            + "); starting from the beginning");
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
