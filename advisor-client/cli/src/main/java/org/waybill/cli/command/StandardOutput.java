package org.waybill.cli.command;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why it could not be written: a {@code PrintStream} continues silently. */
public final class StandardOutput extends PrintStream {
    private final Remembering file;
    private boolean required = true;

    private StandardOutput(Remembering file, Charset charset) {
        super(new BufferedOutputStream(file), true, charset);
        this.file = file;
    }

    /** This process's. */
    public static StandardOutput ofProcess(Charset charset) {
        return over(new FileOutputStream(FileDescriptor.out), charset);
    }

    static StandardOutput over(OutputStream file, Charset charset) {
        return new StandardOutput(new Remembering(file), charset);
    }

    /** For data: its writes fail when the file does. What was printed before is written first. */
    public OutputStream data() {
        flush();
        required = true;
        return file;
    }

    /** Says that what is printed there is what was asked for, as is usual: the command fails with it. */
    public static void mustTake(PrintStream out) {
        if (out instanceof StandardOutput standard) {
            standard.required = true;
        }
    }

    /** Says that it is only text about what was done: who closed standard output does not want it. */
    public static void mayLose(PrintStream out) {
        if (out instanceof StandardOutput standard) {
            standard.required = false;
        }
    }

    boolean isRequired() {
        return required;
    }

    /** Whether the reader of a pipe has stopped reading, as {@code head} does. */
    boolean hasNoReader() {
        IOException first = file.failure;
        return first != null && String.valueOf(first.getMessage()).contains("Broken pipe");
    }

    private static final class Remembering extends FilterOutputStream {
        private volatile @Nullable IOException failure;

        Remembering(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int start, int length) throws IOException {
            try {
                out.write(from, start, length);
            } catch (IOException e) {
                failure = failure == null ? e : failure;
                throw e;
            }
        }
    }
}
