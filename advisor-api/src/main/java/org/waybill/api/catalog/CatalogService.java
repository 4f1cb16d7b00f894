package org.waybill.api.catalog;

import java.util.List;
import org.waybill.api.Bulk;

/**
 * Administration of the catalogue, over Hessian at {@code /hessian/catalog} and over REST. Reading needs the role
 * viewer, writing the role operator. Errors are {@link org.waybill.api.ServiceException}s: {@code BAD_REQUEST},
 * {@code NOT_FOUND}, {@code CONFLICT} (changed meanwhile, name taken, still referred to), {@code FORBIDDEN}.
 */
public interface CatalogService {
    /** Entries whose names (or hosts, addresses, sites) contain {@code search}; all if it is empty; size 1..500. */
    @Bulk
    CatalogPage list(CatalogKind kind, String search, int page, int size);

    /** The entry with this number. */
    CatalogEntry get(CatalogKind kind, long id);

    /** Adds (id 0) or changes an entry and returns it as stored, with its new version. */
    CatalogEntry save(CatalogEntry entry);

    /** Removes an entry that nothing refers to. */
    void delete(CatalogKind kind, long id, long version);

    /** Adds and changes entries by their unique names; rows in error are left out. Text up to 8 MiB. */
    @Bulk
    ImportReport importEntries(CatalogKind kind, CatalogFormat format, String text, boolean dryRun);

    /**
     * Imports another party's catalogue: adds what is missing, of all kinds, and changes nothing that people
     * entered. Text up to 8 MiB; rows in the report are lines of CSV or elements of XML, 0 for the list as a whole.
     */
    @Bulk
    ImportReport importFrom(CatalogSource source, String text, boolean dryRun);

    /** A page of entries as a file that {@link #importEntries} takes; size 1..10000. */
    @Bulk
    String exportEntries(CatalogKind kind, CatalogFormat format, int page, int size);

    /** The newest changes of an entry, or with id 0 of all entries of the kind; limit 1..1000. */
    @Bulk
    List<Change> changes(CatalogKind kind, long id, int limit);
}
