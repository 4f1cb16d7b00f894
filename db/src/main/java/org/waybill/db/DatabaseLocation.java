package org.waybill.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Where the database is, and the Spring properties that follow from it.
 *
 * @param url a {@code jdbc:h2:} or {@code jdbc:mysql:} URL, already with the options that we insist on
 */
public record DatabaseLocation(String url, String user, String password) {
    private static final Pattern SCRIPT = Pattern.compile("V(\\d+)__.*");
    private static final String H2_OPTIONS =
            ";MODE=MariaDB;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_ON_EXIT=FALSE";

    /** The version of the newest script in {@code db/migration}. */
    public static String newestMigration() {
        try {
            return Stream.of(new PathMatchingResourcePatternResolver(DatabaseLocation.class.getClassLoader())
                            .getResources("classpath:db/migration/V*__*.sql"))
                    .map(script -> SCRIPT.matcher(String.valueOf(script.getFilename())))
                    .filter(Matcher::matches)
                    .map(name -> Integer.valueOf(name.group(1)))
                    .max(Comparator.naturalOrder())
                    .orElseThrow()
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An H2 file in this directory, for one process at a time. */
    public static DatabaseLocation h2File(Path directory) {
        return of("jdbc:h2:file:" + directory.resolve("advisor").toAbsolutePath(), "sa", "");
    }

    /**
     * The database of a URL that a person gave.
     *
     * @throws IllegalArgumentException with one line for the person, if the URL names another kind of database or sets
     *     a driver option by which a server could read files or run code
     */
    public static DatabaseLocation of(String url, String user, String password) {
        if (url.toLowerCase(Locale.ROOT).contains("password=")) {
            throw new IllegalArgumentException("a password in the database URL is visible to all users of this"
                    + " machine: store it in a file and use --db-password-file");
        }
        if (url.startsWith("jdbc:h2:file:") || url.startsWith("jdbc:h2:mem:")) {
            if (url.toUpperCase(Locale.ROOT).contains("INIT=")) {
                throw new IllegalArgumentException("INIT= in the database URL is not allowed");
            }
            return new DatabaseLocation(url + H2_OPTIONS, user.isEmpty() ? "sa" : user, password);
        }
        if (url.startsWith("jdbc:mysql://")) {
            return new DatabaseLocation(withMySqlOptions(url), user, password);
        }
        if (url.startsWith("jdbc:mariadb://")) {
            return of("jdbc:mysql:" + url.substring("jdbc:mariadb:".length()), user, password);
        }
        throw new IllegalArgumentException("unsupported database URL " + printable(url)
                + ": expected jdbc:mysql://HOST:PORT/NAME or jdbc:h2:file:PATH");
    }

    private static String withMySqlOptions(String url) {
        int question = url.indexOf('?');
        String base = question < 0 ? url : url.substring(0, question);
        if (base.contains("(") || base.contains("@")) {
            throw new IllegalArgumentException("user, password or options before the ? of the database URL"
                    + " are not allowed: expected jdbc:mysql://HOST:PORT/NAME");
        }
        Map<String, String> options = new LinkedHashMap<>();
        options.put("sslMode", "PREFERRED");
        for (String option :
                question < 0 ? new String[0] : url.substring(question + 1).split("&")) {
            String name = option.replaceAll("=.*", "");
            if (!name.equals("sslMode") && !name.equals("serverTimezone") && !name.startsWith("trustCertificate")) {
                throw new IllegalArgumentException("option " + name + " of the database URL is not allowed,"
                        + " only sslMode, serverTimezone and trustCertificate...");
            }
            options.put(name, option.substring(Math.min(option.length(), name.length() + 1)));
        }
        // a hostile server must not be able to ask for our files
        options.put("allowLoadLocalInfile", "false");
        options.put("allowUrlInLocalInfile", "false");
        options.put("allowMultiQueries", "false");
        options.put("connectTimeout", "10000");
        options.put("socketTimeout", "60000");
        StringBuilder full = new StringBuilder(base);
        options.forEach((name, value) -> full.append(full.length() == base.length() ? '?' : '&')
                .append(name)
                .append('=')
                .append(value));
        return full.toString();
    }

    private static String printable(String url) {
        return url.replaceAll("[?;].*", "").replaceAll("//[^/]*@", "//").replaceAll("[^\\x20-\\x7e]", "?");
    }

    public boolean isH2() {
        return url.startsWith("jdbc:h2:");
    }

    /** The Spring Boot properties for the connection pool, Hibernate and Flyway. */
    public Map<String, Object> springProperties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("spring.datasource.url", url);
        properties.put("spring.datasource.username", user);
        properties.put("spring.datasource.password", password);
        properties.put("spring.datasource.hikari.minimum-idle", 1);
        properties.put("spring.datasource.hikari.maximum-pool-size", isH2() ? 8 : 16);
        properties.put("spring.datasource.hikari.connection-timeout", 10_000);
        properties.put("spring.jpa.open-in-view", false);
        properties.put("spring.jpa.hibernate.ddl-auto", "none");
        // known beforehand, so that Hibernate need not ask the server (and takes MariaDB 10 for MySQL 5)
        properties.put(
                "spring.jpa.database-platform",
                isH2() ? "org.hibernate.dialect.H2Dialect" : "org.hibernate.dialect.MariaDBDialect");
        properties.put("spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access", false);
        properties.put("spring.jpa.properties.hibernate.jdbc.batch_size", 100);
        properties.put(
                "spring.flyway.placeholders.tableOptions", isH2() ? "" : " character set utf8mb4 collate utf8mb4_bin");
        return properties;
    }

    /** Never the password. */
    @Override
    public String toString() {
        return printable(url);
    }
}
