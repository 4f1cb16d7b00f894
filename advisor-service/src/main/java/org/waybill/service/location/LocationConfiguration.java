package org.waybill.service.location;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.waybill.geoip.RouterLocator;

/**
 * Place data are files that the operator puts under the home: {@code geoip/operators/*.csv} with the addresses of
 * routers, and {@code geoip/*.mmdb} or {@code geoip/*.csv} with ranges of addresses.
 */
@Configuration(proxyBeanMethods = false)
@Import(Locator.class)
public class LocationConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(LocationConfiguration.class);

    @Bean(destroyMethod = "close")
    RouterLocator routerLocator(@Value("${waybill.home}") Path home) {
        RouterLocator locator =
                RouterLocator.open(files(home.resolve("geoip/operators")), files(home.resolve("geoip")));
        locator.problems().forEach(problem -> LOG.warn("place data: {}", problem));
        return locator;
    }

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(file -> file.toString().matches("(?i).*\\.(csv|mmdb)"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
