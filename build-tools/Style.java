import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import com.puppycrawl.tools.checkstyle.api.CheckstyleException;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;

/** Holds sources against {@code checkstyle.xml}, on all processors: a checker uses one alone. */
final class Style {
    private Style() {}

    /** What does not hold, a line each. */
    static List<String> problems(Path root, List<Path> sources) {
        int checkers = Runtime.getRuntime().availableProcessors();
        return IntStream.range(0, checkers)
                .parallel()
                .mapToObj(own -> IntStream.range(0, sources.size())
                        .filter(i -> i % checkers == own)
                        .mapToObj(i -> sources.get(i).toFile())
                        .toList())
                .flatMap(files -> check(root, files).stream())
                .toList();
    }

    private static List<String> check(Path root, List<File> files) {
        List<String> problems = new ArrayList<>();
        Checker checker = new Checker();
        try {
            checker.setModuleClassLoader(Style.class.getClassLoader());
            checker.configure(ConfigurationLoader.loadConfiguration(
                    root.resolve("build-tools/checkstyle.xml").toString(), new PropertiesExpander(new Properties())));
            checker.addListener(new Problems(root, problems));
            checker.process(files);
        } catch (CheckstyleException e) {
            throw new IllegalStateException(e);
        } finally {
            checker.destroy();
        }
        return problems;
    }

    private record Problems(Path root, List<String> problems) implements AuditListener {
        @Override
        public void addError(AuditEvent event) {
            problems.add(
                    root.relativize(Path.of(event.getFileName())) + ":" + event.getLine() + ": " + event.getMessage());
        }

        @Override
        public void addException(AuditEvent event, Throwable cause) {
            throw new IllegalStateException(event.getFileName(), cause);
        }

        @Override
        public void auditStarted(AuditEvent event) {}

        @Override
        public void auditFinished(AuditEvent event) {}

        @Override
        public void fileStarted(AuditEvent event) {}

        @Override
        public void fileFinished(AuditEvent event) {}
    }
}
