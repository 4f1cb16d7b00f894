package org.waybill.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.waybill.cli.command.Terminal;
import org.waybill.platform.Umask;

/**
 * A process that runs several commands where {@link Main} runs one: of a short command most of the time is the start of its
 * process. Before each a file is deleted, and after each a line says how it ended.
 */
public final class CommandsInTurn {
    private static final String NEXT = "--next-command--";

    private CommandsInTurn() {}

    public static void main(String[] words) throws IOException {
        Umask.keepAllToUser();
        Terminal terminal = Terminal.ofProcess();
        Path deleted = Path.of(words[0]);
        List<String> command = new ArrayList<>();
        for (String word : Arrays.asList(words).subList(1, words.length)) {
            if (!word.equals(NEXT)) {
                command.add(word);
                continue;
            }
            Files.deleteIfExists(deleted);
            int code = Waybill.run(terminal, command.toArray(String[]::new));
            terminal.say(ended(command, code, Files.exists(deleted)));
            command.clear();
        }
        System.exit(0);
    }

    /** What is said after a command. */
    public static String ended(List<String> command, int code, boolean made) {
        return "ended with " + code + (made ? ", made the file: " : ", made no file: ") + command;
    }

    static List<String> words(Path deleted, List<List<String>> commands) {
        List<String> words = new ArrayList<>(List.of(deleted.toString()));
        for (List<String> command : commands) {
            words.addAll(command);
            words.add(NEXT);
        }
        return words;
    }
}
