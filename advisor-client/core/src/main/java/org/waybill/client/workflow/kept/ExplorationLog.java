package org.waybill.client.workflow.kept;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.waybill.client.workflow.ranking.Exploration;
import org.waybill.engine.Sha256;
import org.waybill.platform.PrivateFiles;

/**
 * How much this home copied by advice, how much of it by options that were tried, and which trials failed: a text file
 * of the lines {@code copied BYTES}, {@code explored BYTES} and {@code failed WHEN WHAT}. Bytes of a trial count before
 * it begins, those of a copy after it ended, so that {@link Exploration#MOST_SHARE} holds at any moment, with any number
 * of copies at a time.
 */
public final class ExplorationLog {
    private static final Logger LOG = System.getLogger(ExplorationLog.class.getName());
    /** An option that failed is not tried again for so long. */
    static final Duration MEMORY = Duration.ofDays(30);

    private static final int MOST_FAILED = 100;
    private static final int NAME_DIGITS = 40;
    private final Path file;

    private record Failed(Instant at, String what) {}

    private record Content(Exploration.Past past, List<Failed> failed) {}

    public ExplorationLog(Path file) {
        this.file = file;
    }

    /** What is tried: an option between two hosts. */
    public record Trial(String source, String destination, String option) {
        /** It does not show the hosts' names. */
        private String name() {
            return Sha256.ofText(source + "\n" + destination + "\n" + option, NAME_DIGITS);
        }
    }

    /** What was copied until now. */
    public Exploration.Past past() {
        try {
            return read().past();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot read what was explored: {0}", e.getMessage());
            return Exploration.Past.NOTHING;
        }
    }

    /** Counts a trial of this size; false where the bound, an earlier failure or a home that cannot be written forbids it. */
    public boolean begins(Trial trial, long job, Instant now) {
        boolean[] allowed = new boolean[1];
        change(known -> {
                    boolean failed = known.failed().stream()
                            .anyMatch(one ->
                                    one.what().equals(trial.name()) && one.at().isAfter(now.minus(MEMORY)));
                    allowed[0] = !failed && known.past().allows(job);
                    return allowed[0]
                            ? Optional.of(new Content(
                                    new Exploration.Past(
                                            known.past().bytes(), known.past().exploredBytes() + job),
                                    known.failed()))
                            : Optional.empty();
                })
                .ifPresent(_ -> allowed[0] = false);
        return allowed[0];
    }

    /** Remembers a trial that failed, which stays counted. */
    public void failed(Trial trial, Instant now) {
        change(known -> {
            List<Failed> all = new ArrayList<>(known.failed());
            all.add(new Failed(now, trial.name()));
            return Optional.of(new Content(
                    known.past(), all.subList(Math.max(0, all.size() - MOST_FAILED), all.size())));
        });
    }

    /**
     * Counts a copy by advice that succeeded.
     *
     * @param exploredBytes that its trial copied beyond those that it began with
     */
    public void copied(long bytes, long exploredBytes) {
        change(known -> Optional.of(new Content(
                new Exploration.Past(
                        known.past().bytes() + bytes, known.past().exploredBytes() + Math.max(0, exploredBytes)),
                known.failed())));
    }

    /** Why it could not be changed; a copy succeeds all the same. */
    private Optional<IOException> change(Function<Content, Optional<Content>> edit) {
        try {
            PrivateFiles.<Boolean, RuntimeException>holding(PrivateFiles.lockOf(file), () -> {
                Optional<Content> changed = edit.apply(read());
                if (changed.isPresent()) {
                    PrivateFiles.replace(file, text(changed.get()));
                }
                return changed.isPresent();
            });
            return Optional.empty();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot keep what was explored: {0}", e.getMessage());
            return Optional.of(e);
        }
    }

    private static String text(Content content) {
        StringBuilder text = new StringBuilder();
        text.append("copied ").append(content.past().bytes()).append('\n');
        text.append("explored ").append(content.past().exploredBytes()).append('\n');
        content.failed()
                .forEach(one -> text.append("failed ")
                        .append(one.at())
                        .append(' ')
                        .append(one.what())
                        .append('\n'));
        return text.toString();
    }

    /** A damaged file allows nothing until as much was copied again. */
    private Content read() throws IOException {
        long copied = 0;
        long explored = 0;
        List<Failed> failed = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ");
                if (words[0].equals("copied")) {
                    copied = Long.parseLong(words[1]);
                } else if (words[0].equals("explored")) {
                    explored = Long.parseLong(words[1]);
                } else if (words[0].equals("failed")) {
                    failed.add(new Failed(Instant.parse(words[1]), words[2]));
                }
            }
        } catch (NoSuchFileException
                | CharacterCodingException
                | IndexOutOfBoundsException
                | NumberFormatException
                | DateTimeException _) {
            return new Content(Exploration.Past.NOTHING, List.of());
        }
        return new Content(new Exploration.Past(copied, explored), failed);
    }
}
