package org.waybill.service.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.transaction.CannotCreateTransactionException;

class AdmissionFilterTest {
    @TempDir
    private Path home;

    /** Who asks is looked up before any page or operation is reached, and so before their own words for it. */
    @ParameterizedTest
    @ValueSource(strings = {"/api/accounts", "/actuator/health", "/console"})
    void aDatabaseThatIsAwayIsSaidWhoeverLooksForIt(String path) throws Exception {
        MockHttpServletResponse response = failingWith(path, new CannotCreateTransactionException("no connection"));

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getContentAsString())
                .contains("the database is unavailable")
                .hasLineCount(1);
    }

    @Test
    void whatNobodyForesawTellsAReferenceAndNoMore() throws Exception {
        MockHttpServletResponse response = failingWith("/api/info", new IllegalStateException("secret"));

        assertThat(response.getStatus()).isEqualTo(500);
        assertThat(response.getContentAsString()).contains("reference").doesNotContain("secret");
    }

    private MockHttpServletResponse failingWith(String path, RuntimeException fault) throws Exception {
        MockHttpServletResponse response = new MockHttpServletResponse();
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        request.addHeader("Host", "localhost");
        new AdmissionFilter(ServiceNames.of(home, "127.0.0.1", Set.of())).doFilter(request, response, (in, out) -> {
            throw fault;
        });
        return response;
    }
}
