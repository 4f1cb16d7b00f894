package org.waybill.service.profile;

import java.util.Optional;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.db.Versioned;
import org.waybill.db.profile.CatalogRepository;
import org.waybill.service.Checks;

/**
 * How one kind of entry stands in the database.
 *
 * @param <E> the entry
 * @param <R> its row
 */
abstract class KindMapping<E extends CatalogEntry, R extends Versioned> {
    private final CatalogKind kind;
    private final Class<E> type;
    private final CatalogRepository<R> rows;

    KindMapping(CatalogKind kind, Class<E> type, CatalogRepository<R> rows) {
        this.kind = kind;
        this.type = type;
        this.rows = rows;
    }

    CatalogKind kind() {
        return kind;
    }

    Class<E> type() {
        return type;
    }

    CatalogRepository<R> rows() {
        return rows;
    }

    /** The entry in its stored form; throws {@code BAD_REQUEST} if it cannot be. */
    abstract E checked(E entry);

    /** What tells it from all others of its kind. */
    abstract String name(E entry);

    abstract E entry(R row);

    /** A new row for a checked entry; throws {@code BAD_REQUEST} if it refers to what is not there. */
    abstract R create(E entry);

    abstract void change(R row, E entry);

    /** Whether saving the entry would leave the row as it is. */
    boolean same(R row, E entry) {
        return withoutNumbers(entry(row)).equals(withoutNumbers(entry));
    }

    /** The entry with number and version 0. */
    abstract E withoutNumbers(E entry);

    static <T> T found(String what, String name, Optional<T> row) {
        return row.orElseThrow(() -> Checks.bad("no " + what + " named " + name + " in the catalogue, add it first"));
    }
}
