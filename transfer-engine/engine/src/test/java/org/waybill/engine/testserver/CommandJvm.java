package org.waybill.engine.testserver;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;

/**
 * Command lines that run {@code waybill} in a JVM of its own, from an archive of its classes: a command that starts the
 * advisor service then needs about 4 s of processor time in place of 7 s. The JVM wants all classes in jars for that, those
 * of the archive first. The jars and the archive are made once for what was built, below the command line's {@code
 * target}, and serve the tests of all modules.
 */
public final class CommandJvm {
    private static final String MAIN = "org.waybill.cli.Main";
    private static final Path BUILT = Path.of(System.getProperty("waybill.root", "../.."), "advisor-client/cli/target")
            .toAbsolutePath()
            .normalize();
    private static final Path DIRECTORY = BUILT.resolve("command-jvm");
    /** On a quiet machine it takes 10 s. What is not waited for was in vain, and each command then takes twice as long. */
    private static final int ARCHIVING_SECONDS = 150;
    /** What the service keeps in a home. */
    private static final String SERVICE = "service";

    private static final Path DATABASE = DIRECTORY.resolve("database");

    private static @Nullable CommandJvm ours;

    private final List<String> archived;
    private final List<String> path;
    private final Path archive;
    private boolean isArchiveTried;

    private CommandJvm(List<Path> commandLine, List<Path> others) throws IOException {
        this.archived = path(commandLine.stream());
        this.path = path(Stream.concat(commandLine.stream(), others.stream()));
        this.archive = DIRECTORY.resolve(Integer.toHexString(fingerprint(commandLine)) + ".jsa");
    }

    private static List<String> path(Stream<Path> jars) {
        return List.of("-cp", jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    }

    /** What runs {@code waybill}: a command line that its arguments are added to. */
    public static List<String> waybill(String... options) {
        return running(MAIN, options);
    }

    /** The same for another main class, of which the archive has less. */
    public static List<String> running(String main, String... options) {
        return line(main, List.of(options), classes());
    }

    /** Writes a launcher of such commands, which background tasks of this JVM are run by as well. */
    public static void launcher(Path file) throws IOException {
        String words = waybill("-Dwaybill.launcher=" + file).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        System.setProperty("waybill.launcher", file.toString());
    }

    /**
     * Puts the database that a first start makes into a home that has none, where one is ready, and saves the commands in
     * it half of that start: 3 s of processor time.
     */
    public static void prepare(Path home) {
        Path service = home.resolve(SERVICE);
        if (!Files.isDirectory(DATABASE) || Files.exists(service)) {
            return;
        }
        try (Stream<Path> files = Files.list(DATABASE)) {
            PrivateFiles.createDirectory(home);
            Path unfinished = Files.createTempDirectory(home, SERVICE);
            for (Path file : files.toList()) {
                Files.copy(file, unfinished.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
            Files.move(unfinished, service, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException _) {
            return; // another JVM makes one for classes that have changed
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> line(String main, List<String> options, List<String> classes) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                // what javac has just made needs no verifier, which takes a sixth of the time
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                // the archive stays where it was made for: to move it takes 70 ms of each command
                "-XX:ArchiveRelocationMode=0",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        line.addAll(options);
        line.addAll(classes);
        line.add(main);
        return line;
    }

    private static synchronized List<String> classes() {
        try {
            if (ours == null) {
                Files.createDirectories(DIRECTORY);
                ours = made();
            }
            return ours.options();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the archive was made", e);
        }
    }

    private List<String> options() throws IOException, InterruptedException {
        if (!Files.exists(archive)) {
            archive();
        }
        if (!Files.exists(archive)) {
            return path;
        }
        // what the JVM has to say of an archive that does not fit is no output of the command
        return Stream.concat(Stream.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable"), path.stream())
                .toList();
    }

    private static CommandJvm made() throws IOException {
        try (FileChannel channel = lockFile("jars.lock");
                FileLock _ = channel.lock()) {
            List<Path> others = paths(System.getProperty("java.class.path"));
            List<Path> commandLine = new ArrayList<>();
            Path runtime = BUILT.resolve("runtime-classpath");
            if (Files.exists(runtime)) {
                commandLine.add(BUILT.resolve("classes"));
                commandLine.addAll(paths(Files.readString(runtime).strip()));
                others.removeAll(commandLine);
                others.remove(BUILT.resolve("client-cli.jar"));
            } else { // a build that ends before the tests
                commandLine.addAll(others);
                others.clear();
            }
            return new CommandJvm(jars(commandLine), jars(others));
        }
    }

    private static List<Path> paths(String text) {
        return Stream.of(text.split(File.pathSeparator)).map(Path::of).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Each directory packed into a jar. */
    private static List<Path> jars(List<Path> paths) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path path : paths) {
            jars.add(Files.isDirectory(path) ? jar(path) : path);
        }
        return jars;
    }

    private static Path jar(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            // Spring finds what is in a package by the entry of its directory
            files = all.filter(each -> !each.equals(directory)).sorted().toList();
        }
        String name = directory.getFileName() + "-" + Integer.toHexString(directory.hashCode()) + "-";
        Path jar = DIRECTORY.resolve(name + Integer.toHexString(fingerprint(files)) + ".jar");
        if (!Files.exists(jar)) {
            deleteOwn(name, ".jar");
            Path unfinished = DIRECTORY.resolve("unfinished.jar");
            pack(directory, files, unfinished);
            Files.move(unfinished, jar, StandardCopyOption.ATOMIC_MOVE);
        }
        return jar;
    }

    private static int fingerprint(List<Path> files) throws IOException {
        int hash = 1;
        for (Path file : files) {
            hash = 31 * hash + file.hashCode();
            if (Files.exists(file)) {
                hash = 31 * hash + Files.getLastModifiedTime(file).hashCode();
                hash = 31 * hash + Long.hashCode(Files.size(file));
            }
        }
        return hash;
    }

    private static void deleteOwn(String beginning, String end) throws IOException {
        try (Stream<Path> all = Files.list(DIRECTORY)) {
            for (Path file : all.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(beginning) && name.endsWith(end)) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void pack(Path directory, List<Path> files, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Path file : files) {
                boolean isDirectory = Files.isDirectory(file);
                byte[] content = isDirectory ? new byte[0] : Files.readAllBytes(file);
                CRC32 sum = new CRC32();
                sum.update(content);
                ZipEntry entry = new ZipEntry(directory.relativize(file) + (isDirectory ? "/" : ""));
                entry.setSize(content.length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(content);
            }
        }
    }

    /** Runs a command that starts the service. Another JVM that wants to meanwhile does without the archive until then. */
    private void archive() throws IOException, InterruptedException {
        try (FileChannel channel = lockFile("archive.lock");
                FileLock lock = channel.tryLock()) {
            if (lock == null || isArchiveTried || Files.exists(archive)) {
                return;
            }
            isArchiveTried = true;
            deleteOwn("", ".jsa");
            Path old = DIRECTORY.resolve("database.old");
            PrivateFiles.removeTree(old);
            if (Files.exists(DATABASE)) {
                Files.move(DATABASE, old, StandardCopyOption.ATOMIC_MOVE);
            }
            Path home = DIRECTORY.resolve("home");
            PrivateFiles.removeTree(home);
            Path unfinished = DIRECTORY.resolve("unfinished.jsa");
            Path log = DIRECTORY.resolve("archive.log");
            List<String> command =
                    line(MAIN, List.of("-XX:ArchiveClassesAtExit=" + unfinished, "-Xlog:disable"), archived);
            command.addAll(List.of("history", "show", "--json"));
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().put("HOME", DIRECTORY.toString());
            builder.environment().put("WAYBILL_HOME", home.toString());
            Process process = builder.start();
            if (!process.waitFor(ARCHIVING_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return; // a machine this slow does without
            }
            if (process.exitValue() != 0) {
                throw new IOException("no archive was made: " + Files.readString(log));
            }
            Files.move(home.resolve(SERVICE), DATABASE, StandardCopyOption.ATOMIC_MOVE);
            Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static FileChannel lockFile(String name) throws IOException {
        return FileChannel.open(DIRECTORY.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
