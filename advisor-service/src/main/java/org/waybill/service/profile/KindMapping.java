package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.db.Versioned;
import org.waybill.db.profile.CatalogRepository;
import org.waybill.service.InputChecks;

/**
 * How one kind of entry is stored in the database.
 *
 * @param <E> the entry
 * @param <F> what its row says
 * @param <R> its row
 */
abstract class KindMapping<E extends CatalogEntry, F, R extends Versioned<F>> {
    private final CatalogKind kind;
    private final Class<E> type;
    private final CatalogRepository<R> rows;
    private final Function<E, String> name;
    private final Function<F, R> create;
    private final Map<String, List<String>> orders = new LinkedHashMap<>();

    /**
     * A mapping.
     *
     * @param name distinguishes an entry from all others of its kind
     * @param create makes a new row
     * @param orders by what a list can be ordered, the usual order first: the entry's component, which is one of the
     *     row's facts; for others, after a colon, the paths of the row's properties, joined by commas
     */
    KindMapping(
            Class<E> type,
            CatalogRepository<R> rows,
            Function<E, String> name,
            Function<F, R> create,
            String... orders) {
        this.kind = Arrays.stream(CatalogKind.values())
                .filter(one -> one.entryType() == type)
                .findFirst()
                .orElseThrow();
        this.type = type;
        this.rows = rows;
        this.name = name;
        this.create = create;
        for (String order : orders) {
            String[] parts = order.split(":", 2);
            this.orders.put(parts[0], parts.length == 1 ? List.of("facts." + order) : List.of(parts[1].split(",")));
        }
    }

    /** The entry's components by which a list can be ordered, the usual one first. */
    List<String> orders() {
        return List.copyOf(orders.keySet());
    }

    /** By this component, then in the usual order; an empty component means the usual order. */
    private Sort sort(String component, boolean descending) {
        List<String> usual = orders.values().iterator().next();
        List<String> chosen = component.isEmpty() ? usual : orders.get(component);
        if (chosen == null) {
            throw InputChecks.bad(
                    "invalid sort '" + InputChecks.text("sort", component, 100) + "': expected one of " + orders());
        }
        List<Sort.Order> all = new ArrayList<>();
        chosen.forEach(path -> all.add(descending ? Sort.Order.desc(path) : Sort.Order.asc(path)));
        usual.stream().filter(path -> !chosen.contains(path)).forEach(path -> all.add(Sort.Order.asc(path)));
        return Sort.by(all);
    }

    /** Entries that vanish with the row. */
    List<CatalogEntry> entriesWith(R row) {
        return List.of();
    }

    /** What else vanishes with the row, as {@link #restore} takes it back; empty for nothing. */
    String details(R row) {
        return "";
    }

    /** Takes back what {@link #details} said of a deleted row, which has another number now. */
    void restore(long id, String details) {}

    CatalogKind kind() {
        return kind;
    }

    E cast(CatalogEntry entry) {
        return type.cast(entry);
    }

    String nameOf(CatalogEntry entry) {
        return name(cast(entry));
    }

    CatalogRepository<R> rows() {
        return rows;
    }

    /** The entry in its stored form; throws {@code BAD_REQUEST} if it cannot be. */
    abstract E checked(E entry);

    /** What distinguishes it from all others of its kind. */
    String name(E entry) {
        return name.apply(entry);
    }

    abstract E entry(R row);

    /** What the row of a checked entry says; throws {@code BAD_REQUEST} if it refers to what is not there. */
    abstract F facts(E entry);

    /** A new row for a checked entry. */
    R create(E entry) {
        return create.apply(facts(entry));
    }

    void change(R row, E entry) {
        row.change(facts(entry));
    }

    /** A part of the entries with this text in one of their names. */
    Page<CatalogEntry> page(String search, int page, int size, String sort, boolean descending) {
        String text = search.toLowerCase(Locale.ROOT).replace("%", "");
        return rows.search(text, PageRequest.of(page, size, sort(sort, descending)))
                .map(this::entry);
    }

    CatalogEntry get(long id) {
        return entry(row(id));
    }

    Optional<CatalogEntry> find(String called) {
        return rows.named(called).map(this::entry);
    }

    R row(long id) {
        return rows.findById(id).orElseThrow(() -> ServiceException.notFound("no " + words() + " number " + id));
    }

    /** The row as the user who changes it saw it; throws {@code CONFLICT} if it is another by now. */
    R row(long id, long version) {
        R row = row(id);
        if (row.version() != version) {
            throw ServiceException.conflict("this " + words() + " was modified concurrently (version " + row.version()
                    + ", not " + version + "): reload it");
        }
        return row;
    }

    String words() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Removes the row and what vanishes with it. */
    void delete(R row) {
        rows.delete(row);
        rows.flush();
    }

    /** Whether saving the entry would leave the row as it is. */
    boolean same(R row, E entry) {
        return CatalogFiles.values(kind, entry(row)).equals(CatalogFiles.values(kind, entry));
    }

    /** The row that an entry refers to; throws {@code BAD_REQUEST} if there is none. */
    static <T extends Versioned<?>> T found(String what, String name, CatalogRepository<T> rows) {
        return rows.named(name)
                .orElseThrow(
                        () -> InputChecks.bad("no " + what + " named " + name + " in the catalogue: add it first"));
    }
}
