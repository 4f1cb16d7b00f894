package org.waybill.cli;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.waybill.cli.command.Terminal;
import picocli.CommandLine;

/** The commands of the user guide, in its examples and in its text, and which tests run those that need more. */
final class GuideCommands {
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern OPTIONAL = Pattern.compile("\\[[^\\[\\]]*\\]");
    /** What a shell takes for itself, and comments. */
    private static final Pattern REST = Pattern.compile("\\s{2,}#.*| [>|] .*");

    private static final CommandLine TREE = Waybill.commandLine(Terminal.ofProcess());
    private static final Path TESTS = Path.of("advisor-client/cli/src/test/java/org/waybill/cli");

    /**
     * What needs more than servers of files, or half a minute, by its first words, and the method that runs such a
     * command: all its words and options are there.
     */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            entry("COMMAND --help", "CommandLineTest#everyCommandExplainsItselfAndKnowsTheGlobalOptions"),
            entry("account add", "account/AccountCommandTest#addsListsAndRemoves"),
            entry("account add certificate", "account/AccountCommandTest#keepsCertificatesAndListsThemWithTheirNames"),
            entry("account list", "account/AccountCommandTest#addsListsAndRemoves"),
            entry("account remove", "account/AccountCommandTest#addsListsAndRemoves"),
            entry(
                    "account remove certificate",
                    "account/AccountCommandTest#keepsCertificatesAndListsThemWithTheirNames"),
            entry("copy - ", "files/StreamsTest#goThereAndComeBackWhole"),
            entry("copy davs:", "move/WebServersCommandTest#theServersCopyAndAdviceSaysSo"),
            entry("copy s3:", "move/BucketCommandTest#aCopyBetweenBucketsIsTheServersOwnAndAdviceForecastsIt"),
            entry("copy run7 rclone:", "move/RcloneCommandTest#aTreeGoesToARemoteComesBackAndIsTheSame"),
            entry("ls -l rclone:", "move/RcloneCommandTest#aTreeGoesToARemoteComesBackAndIsTheSame"),
            entry("sync rclone:", "move/RcloneCommandTest#aTreeGoesToARemoteComesBackAndIsTheSame"),
            entry("copy run7 s3:", "move/BucketCommandTest#aTreeGoesToABucketComesBackAndIsTheSame"),
            entry("ls -l s3:", "move/BucketCommandTest#aTreeGoesToABucketComesBackAndIsTheSame"),
            entry("sync s3:", "move/BucketCommandTest#aTreeGoesToABucketComesBackAndIsTheSame"),
            entry("copy SRC -", "files/StreamsTest#goThereAndComeBackWhole"),
            entry(
                    "copy --background",
                    "task/TaskCommandTest#aCopyInTheBackgroundIsListedShownWaitedForAndSubmittedOnce"),
            entry(
                    "copy --background --at",
                    "task/TaskStatesTest#theUsersCommandHearsOnceOfEachEndOfATaskWhoseSourceMayComeUntilItsTime"),
            entry("copy --circuit", "CircuitsAndReplicasTest#aMoveThatWantsACircuitReservesItUsesItAndGivesItBack"),
            entry("copy --events", "move/EventLinesTest#standardOutputHoldsOneObjectALineAndTheReportLast"),
            entry("copy --transport plut", "move/MoveOutputTest#saysLoudlyThatDatagramsGoWithoutACipher"),
            entry("copy --via auto", "move/RelayChoiceTest#relaysOfAServiceAreUsedIfTheyPromiseEnoughAndDidNoHarm"),
            entry("copy --via r1", "move/MoveCommandTest#copiesByWayOfTheCache"),
            entry("copy --workflow", "CircuitsAndReplicasTest#aCopyByAHostNearbyIsCarriedOutOnRequest"),
            entry("copy --workflow srm", "storage/StorageCommandTest#aCopyHasTheFileMadeReadyAndEndsTheRequest"),
            entry("copy waybill://a", "move/DistributeCommandTest#bringsAFileToEveryNodeAndSaysWhereEachGotIt"),
            entry(
                    "copy x/",
                    "move/SeveralSourcesTest#contentsOfSeveralDirectoriesBecomeOneAndFilesOfOneNameAreRefused"),
            entry("desktop", "LauncherTest#withoutADisplayOneLineSaysSo"),
            entry("distribute", "move/DistributeCommandTest#bringsAFileToEveryNodeAndSaysWhereEachGotIt"),
            entry("doctor user@", "DoctorInLabTest#codes"),
            entry("doctor waybill://", "DoctorThroughNodeTest#aNodeTellsWhatItsHostIsLikeAndKeepsNothing"),
            entry("explain", "CommandLineTest#explainsWhatShellsReportOfSignals"),
            entry("find CMIP6", "HistoryAndFindTest#dataAreFoundInCataloguesOfEachKind"),
            entry("find mc15", "HistoryAndFindTest#dataAreFoundInCataloguesOfEachKind"),
            entry("find --file", "HistoryAndFindTest#dataAreFoundInCataloguesOfEachKind"),
            entry("find run7", "HistoryAndFindTest#copiesInAReplicaLocationServiceAreFound"),
            entry("find 'run7-*", "HistoryAndFindTest#copiesInAReplicaLocationServiceAreFound"),
            entry("help --man-pages", "ManPageTest#everyCommandHasAPageWithItsOptionsAndExamples"),
            entry("history accounts", "HistoryAndFindTest#recordsOfOtherToolsAreImportedAndThoseOfAnAccountAreDeleted"),
            entry("history accuracy", "HistoryAndFindTest#aHomeWithoutForecastsHasNoAccuracy"),
            entry("history delete", "HistoryAndFindTest#recordsOfOtherToolsAreImportedAndThoseOfAnAccountAreDeleted"),
            entry("history import", "HistoryAndFindTest#recordsOfOtherToolsAreImportedAndThoseOfAnAccountAreDeleted"),
            entry(
                    "history import gridftp",
                    "HistoryAndFindTest#aLogIsImportedOnceAndItsBadLinesAreToldAndDataAreFound"),
            entry("history show", "HistoryAndFindTest#aLogIsImportedOnceAndItsBadLinesAreToldAndDataAreFound"),
            entry("mcp --listen", "mcp/AssistantClientTest#aTokenThatOthersCouldReadAndNetworksWithoutANameAreRefused"),
            entry(
                    "mcp approve",
                    "mcp/PlanApprovalTest#aPlanMovesNothingUntilAPersonHasApprovedItAtATerminalAndThenServesOnce"),
            entry(
                    "mcp plans",
                    "mcp/PlanApprovalTest#aPlanMovesNothingUntilAPersonHasApprovedItAtATerminalAndThenServesOnce"),
            entry("node", "LabCli#node"),
            entry("pair", "node/NodePeersCommandTest#pair"),
            entry("pair dtn.example.org:7411 <", "node/NodePeersCommandTest#aTokenGoesThroughAPipeAndGivesWhatItSays"),
            entry("pair dtn.example.org:7411 --path", "node/NodePeersCommandTest#pairingMayAskForLess"),
            entry("probe host", "CommandLineTest#thisMachineIsLookedAtUnderItsOtherNamesToo"),
            entry(
                    "probe host user@",
                    "account/TrustAtTerminalTest#everyCommandThatLogsInAsksWhomToTrustAndEndsWhereNobodyIsThere"),
            entry("probe path", "Ipv6InLabTest#everythingWorksOverIpv6"),
            entry("probe protocols", "move/MoveTrustTest#aServerBehindAProxyThatNobodyHereCanLookUpIsReached"),
            entry("replay", "advise/ReplayTest#adviceIsKeptWithItsOutcomeAndJudgedAgainAlike"),
            entry("reserve", "reserve/ReserveCommandTest#aQuoteIsHeldCommittedListedAndReleased"),
            entry("script", "AdviseAndScriptTest#aScriptMovesTheFileUnderAnOrdinaryShell"),
            entry("service", "OneHomeManyCommandsTest#aCommandGoesOnWhenTheServiceOfItsHomeIsKilled"),
            entry("service task", "service/ServiceTaskTest#aTaskIsSubmittedShownWaitedForAndCancelled"),
            entry("storage clean", "storage/StorageCleanTest#uploadsThatNoOneGoesOnWithAreListedAndRemovedOnRequest"),
            entry("storage", "storage/StorageCommandTest#aFileOnTapeIsWaitedForAndReleased"),
            entry("task retry", "task/TaskStatesTest#aRetryAfterTheDeadlineCountsARelativeOneAnewAndAsksForAnother"),
            entry("task limit", "task/TaskStatesTest#anAttemptThatIsStoppedBeforeItBeganCountsAsNone"),
            entry("task", "task/TaskCommandTest#aCopyInTheBackgroundIsListedShownWaitedForAndSubmittedOnce"),
            entry("trust", "account/TrustAtTerminalTest#withoutATerminalNobodyIsAskedAndAFingerprintIsTheAnswer"),
            entry("trust https", "account/TrustAtTerminalTest#aCertificateThatChangedIsRefusedWithBothFingerprints"),
            entry("trust --remove", "account/TrustAtTerminalTest#aCertificateThatChangedIsRefusedWithBothFingerprints"),
            entry(
                    "trust waybill://",
                    "node/NodePeersCommandTest#aNodeIsTrustedByItsFingerprintAndLetsInWhomItWasPairedWith"));

    private GuideCommands() {}

    /** All that are typed as whole commands, without {@code waybill}. */
    static Set<String> all(Path root) throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        StringBuilder prose = new StringBuilder();
        boolean example = false;
        for (String line : Files.readAllLines(root.resolve("docs/user-guide.md"))) {
            boolean fence = line.startsWith("```");
            example ^= fence;
            int at = line.indexOf("waybill ");
            if (!example && !fence) {
                prose.append(line).append('\n');
            } else if (at >= 0 && (at == 0 || line.startsWith("$ ") || line.contains("$(waybill"))) {
                commands.add(bare(line.substring(at)).replaceFirst("\\)$", ""));
            }
        }
        SPAN.matcher(prose)
                .results()
                .map(span -> bare(span.group(1).replaceAll("\\s+", " ")))
                .forEach(typed -> {
                    if (isWhole(typed)) {
                        commands.add(typed);
                    }
                });
        return commands;
    }

    private static String bare(String typed) {
        String text = REST.matcher(typed.replaceFirst("^waybill ", "")).replaceAll("");
        for (String before = ""; !before.equals(text); ) {
            before = text;
            text = OPTIONAL.matcher(text).replaceAll("");
        }
        return text.strip();
    }

    /** Whether it is more than the name of a command, or of one with an option. {@code find -print0} is find's. */
    private static boolean isWhole(String typed) {
        List<String> names = names(typed);
        boolean operand = Stream.of(typed.split(" "))
                .skip(names.size())
                .anyMatch(word -> word.equals("-") || !word.startsWith("-"));
        return typed.startsWith("COMMAND ") || typed.equals("desktop") || !names.isEmpty() && operand;
    }

    /** The words that are names of commands. */
    private static List<String> names(String typed) {
        List<String> names = new ArrayList<>();
        CommandLine at = TREE;
        for (String word : typed.split(" ")) {
            at = at.getSubcommands().get(word);
            if (at == null) {
                break;
            }
            names.add(word);
        }
        return names;
    }

    /** The method that runs such a command, as {@code CLASS#METHOD}; empty if the guide's own test does. */
    static Optional<String> elsewhere(String command) {
        return ELSEWHERE.entrySet().stream()
                .filter(one -> command.startsWith(one.getKey()))
                .max(Comparator.comparing(one -> one.getKey().length()))
                .map(Map.Entry::getValue);
    }

    /** The entries that no command needs. */
    static Set<String> unused(Set<String> commands) {
        Set<String> unused = new LinkedHashSet<>(ELSEWHERE.values());
        commands.forEach(command -> elsewhere(command).ifPresent(unused::remove));
        return unused;
    }

    /** The body of a method. */
    static String body(Path root, String method) throws IOException {
        String[] parts = method.split("#");
        String source = Files.readString(root.resolve(TESTS).resolve(parts[0] + ".java"));
        var found = Pattern.compile(
                        "\\n {4}[^\\n;=]*\\b" + parts[1] + "\\([^;{}]*\\)[^;{}]*\\{(.*?)\\n {4}\\}\\n", Pattern.DOTALL)
                .matcher(source);
        if (!found.find()) {
            throw new AssertionError("no method " + method);
        }
        return found.group(1);
    }

    /** The names and options of a command, as patterns; {@code copy} was {@code move}. */
    static List<Pattern> words(String command) {
        return Stream.concat(
                        names(command).stream(),
                        Stream.of(command.split(" ")).filter(word -> word.matches("--?[a-z][a-z-]*")))
                .map(word -> word.equals("copy") ? "(?:copy|move)" : Pattern.quote(word))
                .map(word -> Pattern.compile("(?<![\\w-])" + word + "(?![\\w-])"))
                .toList();
    }
}
