package org.waybill.engine.mover.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.engine.mover.compare.Comparison.How;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.Entry;

/** What two listings of one directory say of each other. */
class ComparisonTest {
    private static final Instant THEN = Instant.parse("2026-03-01T10:20:30Z");
    private static final How BY_TIME = new How(CompareBy.MTIME, true);

    @Property(tries = 300)
    void everyNameOfEitherListingIsJudgedOnceAndTheOtherWayRoundIsTheMirrorImage(@ForAll long seed) {
        Random random = new Random(seed);
        List<Entry> source = listing("/a", random);
        List<Entry> destination = listing("/b", random);
        CompareBy by = CompareBy.values()[random.nextInt(4)];
        How how = new How(by, true);

        List<Difference> found = Comparison.of("x", source, destination, how);
        List<Difference> mirrored = Comparison.of("x", destination, source, how);

        List<String> names = new ArrayList<>(source.stream().map(Entry::name).toList());
        destination.stream()
                .map(Entry::name)
                .filter(name -> !names.contains(name))
                .forEach(names::add);
        assertThat(found)
                .extracting(Difference::path)
                .containsExactlyElementsOf(
                        names.stream().sorted().map(name -> "x/" + name).toList());
        for (int i = 0; i < found.size(); i++) {
            Difference one = found.get(i);
            Entry here = named(source, one.path());
            Entry there = named(destination, one.path());
            assertThat(one.verdict()).as("seed %s, %s", seed, one).isEqualTo(expected(here, there, by));
            assertThat(mirrored.get(i).verdict()).isEqualTo(expected(there, here, by));
            assertThat(one.source()).isSameAs(here);
            assertThat(one.destination()).isSameAs(there);
        }
    }

    @Test
    void onlyALinkGivesWayToADirectory() {
        for (Entry.Kind kind : List.of(Entry.Kind.FILE, Entry.Kind.LINK, Entry.Kind.SPECIAL)) {
            Entry there = new Entry("/b/x", kind, -1, null, -1, null, true);
            List<Difference> found = Comparison.of(
                    "", List.of(Entry.directory("/a/x")), List.of(there), new Comparison.How(CompareBy.EXISTS, true));
            assertThat(found.getFirst().isBlocked()).as("%s", kind).isEqualTo(kind != Entry.Kind.LINK);
        }
    }

    private static Verdict expected(@Nullable Entry here, @Nullable Entry there, CompareBy by) {
        if (here == null || there == null) {
            return here == null ? Verdict.ONLY_DESTINATION : Verdict.ONLY_SOURCE;
        } else if (here.kind() != there.kind()) {
            boolean links = Stream.of(here, there).allMatch(one -> one.isFile() || one.kind() == Entry.Kind.LINK);
            boolean replaced = here.isDirectory() && there.kind() == Entry.Kind.LINK;
            return links || replaced ? Verdict.DIFFERENT : Verdict.OTHER_KIND;
        } else if (here.kind() == Entry.Kind.LINK && by != CompareBy.EXISTS) {
            return Verdict.ALIKE;
        } else if (!here.isFile() || by == CompareBy.EXISTS) {
            return Verdict.EQUAL;
        } else if (here.sizeBytes() != there.sizeBytes()) {
            return Verdict.DIFFERENT;
        } else if (by == CompareBy.CHECKSUM) {
            return here.sizeBytes() == 0 ? Verdict.EQUAL : Verdict.ALIKE;
        }
        return by == CompareBy.SIZE || here.modified().equals(there.modified()) ? Verdict.EQUAL : Verdict.DIFFERENT;
    }

    private static @Nullable Entry named(List<Entry> listing, String path) {
        return listing.stream()
                .filter(entry -> ("x/" + entry.name()).equals(path))
                .findFirst()
                .orElse(null);
    }

    private static List<Entry> listing(String directory, Random random) {
        List<Entry> entries = new ArrayList<>(IntStream.range(0, 12)
                .filter(i -> random.nextInt(3) > 0)
                .mapToObj(i -> {
                    Entry.Kind kind = random.nextInt(5) > 0
                            ? Entry.Kind.FILE
                            : random.nextBoolean() ? Entry.Kind.DIRECTORY : Entry.Kind.LINK;
                    long bytes = kind == Entry.Kind.FILE ? random.nextInt(3) : -1;
                    return new Entry(
                            directory + "/\u00e9 n\n" + i,
                            kind,
                            bytes,
                            THEN.plusSeconds(2L * random.nextInt(2)),
                            0644,
                            null,
                            true);
                })
                .toList());
        Collections.shuffle(entries, random);
        return entries;
    }

    @Test
    void timesAreComparedWithinTheCoarserResolutionOfTheTwoEnds() {
        assertThat(times(THEN.plusNanos(900_000_000), true, THEN, true)).isEqualTo(Verdict.EQUAL);
        assertThat(times(THEN.plusSeconds(1), true, THEN, true)).isEqualTo(Verdict.DIFFERENT);
        Instant minute = Instant.parse("2026-03-01T10:20:00Z");
        assertThat(times(THEN, true, minute, false)).isEqualTo(Verdict.EQUAL);
        assertThat(times(THEN.plusSeconds(31), true, minute, false)).isEqualTo(Verdict.DIFFERENT);
        Instant day = Instant.parse("2026-03-01T00:00:00Z");
        assertThat(times(THEN, true, day, false)).isEqualTo(Verdict.EQUAL);
        assertThat(times(THEN.plusSeconds(86_400), true, day, false)).isEqualTo(Verdict.DIFFERENT);
        // the caller asks for the time, or for hashes
        assertThat(times(null, true, THEN, true)).isEqualTo(Verdict.ALIKE);
    }

    @Test
    void whereACopyCannotHaveItsSourcesTimeOnlyAnOlderOneDiffers() {
        How how = new How(CompareBy.MTIME, false);
        Entry old = file("/a/f", 1, THEN, true);
        Entry young = file("/b/f", 1, THEN.plusSeconds(3600), true);

        assertThat(Comparison.of("", List.of(old), List.of(young), how))
                .extracting(Difference::verdict)
                .containsExactly(Verdict.ALIKE);
        assertThat(Comparison.of("", List.of(young), List.of(old), how))
                .extracting(Difference::verdict)
                .containsExactly(Verdict.DIFFERENT);
    }

    @Test
    void partialFilesOfTransfersBelongToNobodysTree() {
        Entry partial = file("/b/.waybill-0123456789ab-0123456789ab.part", 1, THEN, true);
        Entry data = file("/b/.waybill-notes", 1, THEN, true);

        assertThat(Comparison.of("", List.of(), List.of(partial, data), BY_TIME))
                .extracting(Difference::path)
                .containsExactly(".waybill-notes");
    }

    @Test
    void aNameThatCannotBeAskedForIsNeverEqual() {
        Entry unnameable = Entry.unnameable("/a", "x\uFFFD");
        Entry twice = file("/a/y", 1, THEN, true);

        assertThat(Comparison.of("", List.of(unnameable), List.of(unnameable), BY_TIME))
                .extracting(Difference::verdict)
                .containsExactly(Verdict.SOURCE_UNREADABLE);
        assertThat(Comparison.of("", List.of(twice), List.of(twice, twice), BY_TIME))
                .extracting(Difference::verdict)
                .containsExactly(Verdict.DESTINATION_UNREADABLE);
    }

    @Test
    void aNameThatCannotBeAskedForIsExplainedByWhatIsWrongWithIt() {
        for (String name : List.of("x\uFFFD", "caf%E9")) {
            assertThat(Comparison.of("", List.of(Entry.unnameable("/a", name)), List.of(), BY_TIME))
                    .extracting(Difference::why)
                    .containsExactly("the name is not UTF-8: rename it");
        }
        assertThat(Comparison.of("", List.of(Entry.unnameable("/a", "torn")), List.of(), BY_TIME)
                        .getFirst()
                        .why())
                .contains("a line break")
                .doesNotContain("UTF-8");
    }

    private static Verdict times(@Nullable Instant here, boolean exactHere, Instant there, boolean exactThere) {
        return Comparison.of(
                        "",
                        List.of(file("/a/f", 1, here, exactHere)),
                        List.of(file("/b/f", 1, there, exactThere)),
                        BY_TIME)
                .getFirst()
                .verdict();
    }

    private static Entry file(String path, long bytes, @Nullable Instant modified, boolean exact) {
        return new Entry(path, Entry.Kind.FILE, bytes, modified, 0644, null, exact);
    }
}
