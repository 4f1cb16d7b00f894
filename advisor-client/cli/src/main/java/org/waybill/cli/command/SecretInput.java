package org.waybill.cli.command;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.waybill.engine.Reason;

/** Secrets from a person or a file; never from the command line, where every user of the machine can read them. */
public final class SecretInput {
    private static final int LONGEST_BYTES = 64 << 10;

    private SecretInput() {}

    /** Asks on the terminal without echo; empty if no one can be asked. */
    @SuppressWarnings("SystemConsoleNull") // it is null where -Djdk.console=java.base
    public static Optional<char[]> ask(String question) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return Optional.empty();
        }
        ASKING.incrementAndGet();
        try {
            char[] answer = console.readPassword("%s: ", PrintableText.of(question));
            return answer == null || answer.length == 0 ? Optional.empty() : Optional.of(answer);
        } finally {
            ASKING.decrementAndGet();
        }
    }

    private static final AtomicInteger ASKING = new AtomicInteger();

    /** Whether a question is open: nothing else is written to the terminal meanwhile. */
    public static boolean isAsking() {
        return ASKING.get() > 0;
    }

    /** Whether a person is there to be asked. */
    @SuppressWarnings("SystemConsoleNull") // as below
    static boolean canAsk() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Asks on the terminal for what may be seen; empty if nothing was answered. */
    @SuppressWarnings("SystemConsoleNull") // as below
    static String askOpenly(String question) {
        Console console = System.console();
        if (console == null) {
            return "";
        }
        ASKING.incrementAndGet();
        try {
            String answer = console.readLine("%s: ", PrintableText.of(question));
            return answer == null ? "" : answer;
        } finally {
            ASKING.decrementAndGet();
        }
    }

    /** The first line of a file, or of standard input for {@code -}. */
    public static char[] read(Path file, InputStream standardInput) {
        try {
            byte[] bytes;
            if (file.toString().equals("-")) {
                bytes = standardInput.readNBytes(LONGEST_BYTES);
            } else {
                try (InputStream in = Files.newInputStream(file)) {
                    bytes = in.readNBytes(LONGEST_BYTES);
                }
            }
            return firstLine(bytes, file.toString().equals("-") ? "standard input" : file.toString());
        } catch (NoSuchFileException e) {
            throw new CommandFailure(Reason.NOT_FOUND, "there is no file " + file + " to read the secret from", e);
        } catch (IOException e) {
            throw new CommandFailure(
                    Reason.PERMISSION, "cannot read the secret from " + file + ": " + e.getMessage(), e);
        }
    }

    private static char[] firstLine(byte[] bytes, String file) throws CharacterCodingException {
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
            end++;
        }
        CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, end));
        Arrays.fill(bytes, (byte) 0);
        char[] secret = new char[decoded.remaining()];
        decoded.get(secret);
        Arrays.fill(decoded.array(), '\0');
        if (secret.length == 0) {
            throw Invalid.usage("the first line of " + file + " is empty: put the secret there");
        }
        return secret;
    }
}
