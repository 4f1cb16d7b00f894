package org.waybill.engine.gateway;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.commons.net.ftp.FTPFile;
import org.waybill.engine.gridftp.FtpTime;
import org.waybill.engine.gridftp.Printable;

/** How entries of the own store are written: facts (RFC 3659, section 7), plain names, or as {@code ls -l} does. */
final class Listings {
    private static final DateTimeFormatter LS_TIME = DateTimeFormatter.ofPattern("MMM dd  yyyy", Locale.ENGLISH);

    private Listings() {}

    /**
     * One entry of a directory.
     *
     * @param isText whether the name is UTF-8: where it is not, {@code name} may be that of another file
     */
    record Line(String name, BasicFileAttributes attributes, boolean isText) {
        /** Whether FTP can carry the name. */
        boolean fits() {
            return isText && Printable.fitsOneLine(name);
        }
    }

    /** The facts with the space that ends them. */
    static String facts(BasicFileAttributes attributes, boolean writable) {
        boolean directory = attributes.isDirectory();
        String permissions = directory ? writable ? "cdeflmp" : "el" : writable ? "adfrw" : "r";
        return "Type=" + (directory ? "dir" : "file") + ";Size=" + attributes.size() + ";Modify="
                + FtpTime.of(attributes.lastModifiedTime().toInstant()) + ";Perm=" + permissions + "; ";
    }

    /** What a remote server's listing shows of an entry, with the space that ends it. */
    static String facts(FTPFile file) {
        if (file.isFile()) {
            return "Type=file;Size=" + file.getSize() + "; ";
        }
        if (file.isDirectory()) {
            return "Type=dir; ";
        }
        String target = String.valueOf(file.getLink());
        // a fact ends at a semicolon, all of them at a space
        return file.isSymbolicLink()
                ? "Type=OS.unix=slink:" + (target.matches("[^; ]*") ? target : "") + "; "
                : "Type=OS.unix=other; ";
    }

    static String line(String verb, Line entry, boolean writable) {
        BasicFileAttributes attributes = entry.attributes();
        String mode = attributes instanceof PosixFileAttributes posix
                ? PosixFilePermissions.toString(posix.permissions())
                : writable ? "rw-rw-rw-" : "r--r--r--";
        return switch (verb) {
            case "MLSD" -> facts(attributes, writable) + entry.name();
            case "NLST" -> entry.name();
            default ->
                (attributes.isDirectory() ? "d" : "-") + mode + " 1 waybill waybill " + attributes.size() + " "
                        + LS_TIME.format(
                                attributes.lastModifiedTime().toInstant().atOffset(ZoneOffset.UTC)) + " "
                        + entry.name();
        };
    }
}
