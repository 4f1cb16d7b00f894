package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;

/** What every mover must do with rules of what is copied. */
abstract class SelectionContract extends CopyContract {
    private static final Instant OLD = Instant.parse("2020-05-05T05:05:05Z");

    /** Whether the remote host shows a link as one, and what is next to it. */
    protected boolean tellsLinks() {
        return true;
    }

    private static CopyRules by(String... rules) throws BadFilterException {
        List<FilterRule> all = new ArrayList<>();
        for (String rule : rules) {
            FilterRule.add(all, rule, FilterRule.Kind.RULE);
        }
        return CopyRules.USUAL.with(new EntryFilter(all, 0, Long.MAX_VALUE, null, null, null));
    }

    private static CopyRules filter(long least, long most, @Nullable Instant after, String... chosen)
            throws BadFilterException {
        return CopyRules.USUAL.with(new EntryFilter(
                List.of(), least, most, after, null, chosen.length == 0 ? null : ChosenPaths.of(List.of(chosen))));
    }

    private TransferReport copy(Location source, Location target, CopyRules rules) throws Exception {
        return mover().move(TransferRequest.of(source, target).with(rules), new TestListener());
    }

    private static Path sample(Path root) throws IOException {
        Files.createDirectories(root.resolve("keep/deep"));
        Files.createDirectories(root.resolve("scratch/keep"));
        Files.createDirectories(root.resolve("empty"));
        for (String name : List.of(
                "a.h5",
                "b.tmp",
                "keep/c.h5",
                "keep/deep/d.tmp",
                "keep/deep/e.h5",
                "scratch/f.h5",
                "scratch/keep/g.h5")) {
            file(root.resolve(name), name.startsWith("keep") ? 2000 : 300);
        }
        Files.setLastModifiedTime(root.resolve("a.h5"), FileTime.from(OLD));
        return root;
    }

    private static List<String> below(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> !path.equals(root))
                    .map(path -> root.relativize(path).toString())
                    .filter(name -> !name.startsWith(".waybill-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void putsAndGetsWhatTheFiltersLeave() throws Exception {
        CopyRules rules = by("- *.tmp", "- /scratch/");
        List<String> wanted = List.of("a.h5", "empty", "keep", "keep/c.h5", "keep/deep", "keep/deep/e.h5");

        TransferReport report = copy(local(sample(here.resolve("a"))), remote("/up"), rules);
        assertThat(report.files()).isEqualTo(3);
        assertThat(report.notTransferred()).isEmpty();
        assertThat(below(served().resolve("up"))).isEqualTo(wanted);

        sample(served().resolve("far"));
        assertThat(copy(remote("/far"), local(here.resolve("down")), rules).files())
                .isEqualTo(3);
        assertThat(below(here.resolve("down"))).isEqualTo(wanted);
    }

    /** As by rsync: the link becomes a directory, with what was listed. */
    @Test
    void copiesWhatIsListedBehindALinkToADirectoryOfTheSource() throws Exception {
        CopyRules rules = filter(0, Long.MAX_VALUE, null, "way/c.h5", "a.h5");
        for (Path tree : List.of(here.resolve("listed"), served().resolve("listed"))) {
            Files.createSymbolicLink(sample(tree).resolve("way"), Path.of("keep"));
        }
        List<String> wanted = List.of("a.h5", "way", "way/c.h5");
        copy(local(here.resolve("listed")), remote("/up"), rules);
        assertThat(below(served().resolve("up"))).isEqualTo(wanted);
        if (tellsLinks()) {
            copy(remote("/listed"), local(here.resolve("down")), rules);
            assertThat(below(here.resolve("down"))).isEqualTo(wanted);
        }
    }

    @Test
    void saysOfWhatIsListedBehindALinkOutOfTheSourceThatItIsThere() throws Exception {
        Path tree = sample(here.resolve("listed"));
        file(Files.createDirectory(here.resolve("outside")).resolve("x"), 10);
        Files.createSymbolicLink(tree.resolve("out"), Path.of("../outside"));
        CopyRules rules = filter(0, Long.MAX_VALUE, null, "out/x", "a.h5", "none");
        TransferException e =
                failure(TransferRequest.of(local(tree), remote("/up")).with(rules), new TestListener());
        assertThat(e.notTransferred())
                .filteredOn(NotTransferred::isFailure)
                .extracting(NotTransferred::path)
                .containsExactlyInAnyOrder("out/x", "none");
        assertThat(e.notTransferred())
                .filteredOn(one -> one.path().equals("out/x"))
                .allMatch(one -> one.text().contains("--links follow"));
        assertThat(below(served().resolve("up"))).isEqualTo(List.of("a.h5"));
    }

    @Test
    void copiesFilesBySizeAndTime() throws Exception {
        sample(served().resolve("far"));
        copy(remote("/far"), local(here.resolve("large")), filter(1000, 5000, null));
        assertThat(below(here.resolve("large")))
                .containsOnly(
                        "empty",
                        "keep",
                        "keep/c.h5",
                        "keep/deep",
                        "keep/deep/d.tmp",
                        "keep/deep/e.h5",
                        "scratch",
                        "scratch/keep");
        copy(remote("/far"), local(here.resolve("young")), filter(0, 1000, OLD.plusSeconds(60)));
        assertThat(below(here.resolve("young")))
                .containsOnly(
                        "empty",
                        "keep",
                        "keep/deep",
                        "b.tmp",
                        "scratch",
                        "scratch/f.h5",
                        "scratch/keep",
                        "scratch/keep/g.h5");
        copy(local(sample(here.resolve("a"))), remote("/up"), filter(0, 1000, OLD.plusSeconds(60)));
        assertThat(below(served().resolve("up")))
                .doesNotContain("a.h5", "keep/c.h5")
                .contains("b.tmp");
    }

    @Test
    void copiesOnlyWhatAListNamesAndNamesWhatIsNotThere() throws Exception {
        sample(served().resolve("far"));
        copy(remote("/far"), local(here.resolve("some")), filter(0, Long.MAX_VALUE, null, "keep/deep", "a.h5"));
        assertThat(below(here.resolve("some")))
                .containsExactly("a.h5", "keep", "keep/deep", "keep/deep/d.tmp", "keep/deep/e.h5");

        CopyRules lacking = filter(0, Long.MAX_VALUE, null, "keep/c.h5", "keep/none");
        TransferException down = failure(
                TransferRequest.of(remote("/far"), local(here.resolve("lack"))).with(lacking), new TestListener());
        TransferException up = failure(
                TransferRequest.of(local(sample(here.resolve("a"))), remote("/up"))
                        .with(lacking),
                new TestListener());
        for (TransferException e : List.of(down, up)) {
            assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND);
            assertThat(e.notTransferred()).extracting(one -> one.path()).containsExactly("keep/none");
        }
        assertThat(below(here.resolve("lack"))).containsExactly("keep", "keep/c.h5");
        assertThat(below(served().resolve("up"))).containsExactly("keep", "keep/c.h5");
    }

    @Test
    void copiesNoFileThatTheFiltersLeaveOutThoughItWasNamed() throws Exception {
        file(served().resolve("x.tmp"), 100);
        assertThat(copy(remote("/x.tmp"), local(here.resolve("y")), by("- *.tmp"))
                        .files())
                .isZero();
        assertThat(copy(local(file(here.resolve("x.tmp"), 100)), remote("/y"), by("- *.tmp"))
                        .files())
                .isZero();
        assertThat(here.resolve("y")).doesNotExist();
        assertThat(served().resolve("y")).doesNotExist();
    }

    @Test
    void saysInADryRunWhatTheFiltersLeave() throws Exception {
        sample(served().resolve("far"));
        for (List<Location> ends : List.of(
                List.of(remote("/far"), local(here.resolve("down"))),
                List.of(local(sample(here.resolve("a"))), remote("/up")))) {
            TransferRequest request = new TransferRequest(
                            ends.getFirst(),
                            ends.getLast(),
                            NetworkPaths.DIRECT,
                            DataOptions.DEFAULT,
                            null,
                            true,
                            false,
                            List.of(),
                            null,
                            CopyRules.USUAL)
                    .with(by("- *.tmp", "- /scratch/"));
            assertThat(mover().move(request, new TestListener()).files()).isEqualTo(3);
        }
    }

    private static CopyRules overwriting(CopyRules.Overwrite policy) {
        return new CopyRules(CopyRules.USUAL.links(), EntryFilter.ALL, policy, "", Set.of());
    }

    private static void write(Path root, String name, String content, Instant modified) throws IOException {
        Path path = root.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
        Files.setLastModifiedTime(path, FileTime.from(modified));
    }

    /** What is there is of another size each time, so that it would be replaced. */
    private void keepsAndReplaces(Path source, Path target, Location from, Location to) throws Exception {
        Instant now = Instant.now().minusSeconds(1000);
        write(source, "sub/older", "from the source", now.plusSeconds(300));
        write(source, "sub/newer", "from the source", now);
        write(source, "added", "from the source", now);
        write(target, "sub/older", "was there", now);
        write(target, "sub/newer", "was there", now.plusSeconds(300));

        TransferReport never = copy(from, to, overwriting(CopyRules.Overwrite.NEVER));
        assertThat(never.files()).isOne();
        assertThat(never.notTransferred())
                .extracting(one -> one.path() + " " + one.isKept())
                .containsExactlyInAnyOrder("sub/older true", "sub/newer true");
        assertThat(target.resolve("sub/older")).hasContent("was there");
        assertThat(target.resolve("added")).hasContent("from the source");

        copy(from, to, overwriting(CopyRules.Overwrite.NEWER));
        assertThat(target.resolve("sub/newer")).hasContent("was there");
        assertThat(target.resolve("sub/older")).hasContent("from the source");

        TransferReport always = copy(from, to, overwriting(CopyRules.Overwrite.ALWAYS));
        assertThat(target.resolve("sub/newer")).hasContent("from the source");
        assertThat(always.resumedBytes()).isZero();
        assertThat(always.files()).isEqualTo(3);
    }

    @Test
    void replacesAtTheFarEndWhatThePolicySays() throws Exception {
        Path up = servedDirectory("up");
        servedDirectory("up/sub");
        Path source = here.resolve("source");
        keepsAndReplaces(source, up, Location.local(source + "/"), remote("/up"));
    }

    @Test
    void replacesHereWhatThePolicySays() throws Exception {
        keepsAndReplaces(
                servedDirectory("source"),
                Files.createDirectories(here.resolve("down")),
                remote("/source/"),
                local(here.resolve("down")));
    }

    @Test
    void keepsOneFileThatWasNamed() throws Exception {
        Path source = Files.writeString(here.resolve("x"), "from the source");
        Path there = Files.writeString(servedDirectory("up").resolve("x"), "was there");
        TransferReport report = copy(local(source), remote("/up/x"), overwriting(CopyRules.Overwrite.NEVER));
        assertThat(report.files()).isZero();
        assertThat(report.notTransferred())
                .singleElement()
                .matches(one -> one.isKept() && one.path().equals("x"));
        assertThat(there).hasContent("was there");
    }

    @Test
    void keepsWhatItReplacesInADirectoryBelowTheDestination() throws Exception {
        Path up = servedDirectory("up");
        Instant now = Instant.now().minusSeconds(1000);
        Path source = here.resolve("source");
        CopyRules rules = new CopyRules(
                CopyRules.USUAL.links(), EntryFilter.ALL, CopyRules.USUAL.overwrite(), "old/today", Set.of());
        write(up, "sub/x", "first", now);
        servedDirectory("up/sub");
        for (String content : List.of("second, longer", "third and longest", "third and longest")) {
            write(source, "sub/x", content, now.plusSeconds(content.length()));
            write(source, "sub/y", "the same", now);
            copy(Location.local(source + "/"), remote("/up"), rules);
            assertThat(up.resolve("sub/x")).hasContent(content);
        }
        assertThat(up.resolve("old/today/sub/x")).hasContent("first");
        assertThat(up.resolve("old/today/sub/x~1")).hasContent("second, longer");

        TransferException outside = failure(
                TransferRequest.of(local(source), remote("/up"))
                        .with(new CopyRules(
                                CopyRules.USUAL.links(),
                                EntryFilter.ALL,
                                CopyRules.USUAL.overwrite(),
                                "../x",
                                Set.of())),
                new TestListener());
        assertThat(outside.reason()).isEqualTo(Reason.BAD_INPUT);
    }
}
