package org.waybill.service.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.api.ServiceException;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskSubmission;

/** What a task may name. */
class TaskInputTest {
    @ParameterizedTest
    @CsvSource({
        "sftp://ada@DTN.example.org:22/x, dtn.example.org",
        "waybill://[2001:db8::1]:7411/x, 2001:db8::1",
        "https://dtn.example.org, dtn.example.org",
        "ada@dtn.example.org:x/y, dtn.example.org",
        "[2001:db8::1]:/x, 2001:db8::1",
        "10.0.0.1:/x, 10.0.0.1",
        "sftp://dtn.example.org/what?, dtn.example.org",
        "dataset:x, dataset"
    })
    void anEndpointNamesItsHost(String text, String host) {
        assertThat(TaskEndpoint.of("source", text).host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-",
                "x",
                "./x",
                "~/x",
                "/data/../etc/passwd",
                "/data/..",
                "/data/*",
                "file:///etc/passwd",
                "file:/etc/passwd",
                "sftp://0x7f.1/x",
                "sftp://127.1/x",
                "sftp://2130706433/x",
                "sftp://[::ffff:127.0.0.1]/x",
                "sftp://[::1%25lo]/x",
                "sftp://a%40b/x",
                "sftp:///x",
                "sftp://a:b:c/x",
                "gopher://host/x",
                "s3://bucket/key",
                "host.:/x",
                " host:/x",
                "sftp://ada:s3cret@host/x",
                "https://host/x?token=s3cret",
                "https://host/x#s3cret",
                "host:/x\ny"
            })
    void whatIsNoPlainEndpointIsRefusedInOneLine(String text) {
        if (text.equals("file:/etc/passwd")) { // a host of that name, which no list has
            assertThat(TaskEndpoint.of("source", text).host()).isEqualTo("file");
            return;
        }
        assertThatThrownBy(() -> TaskEndpoint.of("source", text))
                .isInstanceOf(ServiceException.class)
                .satisfies(refused ->
                        assertThat(refused.getMessage()).hasLineCount(1).doesNotContain("s3cret"));
    }

    @Test
    void aPathIsBelowADirectoryByWholeNames() {
        TaskEndpoint path = TaskEndpoint.of("source", "/data/run7/x");
        assertThat(path.isLocal()).isTrue();
        assertThat(List.of("/data", "/data/", "/data/run7/x", "/")).allMatch(path::isBelow);
        assertThat(List.of("/dat", "/data/run", "/data/run7/x/y")).noneMatch(path::isBelow);
    }

    @Test
    void aTaskIsShort() {
        List<String> options = List.of("--rate=500M");
        TaskSubmission fits = new TaskSubmission(null, null, List.of("/" + "x".repeat(4_090)), "/y", options, null);
        TaskSubmission longer = new TaskSubmission(
                null, null, List.of("/" + "x".repeat(4_090)), "/" + "y".repeat(4_090), options, null);
        Tasks.requireShort(fits, options);
        assertThatThrownBy(() -> Tasks.requireShort(longer, options))
                .isInstanceOf(ServiceException.class)
                .hasMessage("sources, destination and options have 8193 characters: at most 8192, so name a directory,"
                        + " or submit several tasks");
    }

    @Test
    void aWorkerLearnsWhatIsListedOfItsHosts() {
        List<String> hosts = List.of("dtn.hpc.example", "10.1.2.3", "192.0.2.7");
        assertThat(List.of("dtn.hpc.example", "*.hpc.example", "10.1.2.3", "192.0.2.7"))
                .allMatch(item -> TransferHosts.matters(item, hosts));
        assertThat(TransferHosts.matters("10.9.9.9", hosts))
                .as("where a name may lead to")
                .isTrue();
        assertThat(List.of("other.hpc.example", "*.example.org", "8.8.8.8"))
                .noneMatch(item -> TransferHosts.matters(item, hosts));
    }

    @Test
    void harmlessOptionsAreTaken() {
        List<String> options = List.of("--rate=500M", "--streams=4", "--links=keep", "--strict", "--deadline=2h30m");
        assertThat(TaskOptions.checked(TaskKind.COPY, options)).isEqualTo(options);
        assertThat(TaskOptions.checked(TaskKind.ADVISE, List.of("--secure", "--prefer=sftp,scp")))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--delete-source|--delete-source is not for tasks of the service: expected --deadline, --links",
                "--report=/etc/passwd|--report is not for tasks",
                "--events=/x|--events is not for tasks",
                "--files-from=/etc/shadow|--files-from is not for tasks",
                "--identity=/root/.ssh/id|--identity is not for tasks",
                "--notify=reboot|--notify is not for tasks",
                "--background|--background is not for tasks",
                "--links=follow|expected keep or skip: links may lead out",
                "--overwrite=ask|expected always, different, newer or never",
                "--rate|invalid --rate ''",
                "--strict=yes|expected no value",
                "-S|invalid option '-S'",
                "--rate 5M|invalid option '--rate 5M'"
            })
    void otherOptionsAreRefusedByName(String option, String why) {
        assertThatThrownBy(() -> TaskOptions.checked(TaskKind.COPY, List.of(option)))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rate 5M", "--rate\n5M"})
    void anOptionApartFromItsValueIsRefusedWithTheRightForm(String words) {
        assertThatThrownBy(
                        () -> TaskOptions.checked(TaskKind.COPY, words.lines().toList()))
                .isInstanceOf(ServiceException.class)
                .hasMessage("invalid option '--rate 5M': expected one word, '--rate=5M'");
    }
}
