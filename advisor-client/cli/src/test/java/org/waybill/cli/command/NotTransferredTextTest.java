package org.waybill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.NotTransferred;

class NotTransferredTextTest {
    private static List<String> printed(String message, NotTransferred... missing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NotTransferredText.print(new PrintStream(out, true, StandardCharsets.UTF_8), message, List.of(missing));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static NotTransferred failed(String path, String text) {
        return new NotTransferred(path, "NOT_FOUND", text);
    }

    @Test
    void whatEndedTheWholeCopyIsSaidOnce() {
        String gone = "the destination was removed";
        assertThat(printed(
                        gone,
                        failed("a", gone),
                        failed("b", "/to/b was not copied because the transfer stopped: " + gone),
                        NotTransferred.leftOut("pipe", NotTransferred.SPECIAL)))
                .containsExactly(
                        "left out: pipe: is neither a file nor a directory",
                        "not transferred, for the same reason: 2 entries; --json and --report name all");
        assertThat(printed(gone, failed("a", gone))).isEmpty();
        assertThat(printed("2 files failed", failed("a", "x"), failed("b", "y")))
                .containsExactly("not transferred: a: x", "not transferred: b: y");
    }
}
