package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Page;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogPage;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.CatalogSource;
import org.waybill.api.catalog.Change;
import org.waybill.api.catalog.ImportReport;
import org.waybill.db.Versioned;
import org.waybill.db.account.AuditRow;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/** The catalogue as callers see it: roles, checks, versions, audit. */
public final class Catalogue implements CatalogService {
    private static final int MOST_PER_PAGE = 500;
    private static final int MOST_PER_EXPORT = 10_000;
    private static final int MOST_CHANGES = 1_000;

    private static final int MOST_PREVIEWED = 100;

    private final Map<CatalogKind, KindMapping<?, ?, ?>> mappings = new EnumMap<>(CatalogKind.class);
    private final AuditLog audit;
    private final CatalogFiles files;
    private final CatalogueBin bin;
    private final Runnable onChange;
    private final TransactionTemplate writing;
    private final TransactionTemplate reading;

    /** What saving came to. */
    public enum Outcome {
        ADDED,
        CHANGED,
        UNCHANGED
    }

    /** What an import would do with a row of the file. */
    public record PreviewedRow(int row, Outcome outcome, String name) {}

    /** What an import would do: the first rows that it would add or change, and the counts of all. */
    public record Preview(ImportReport report, List<PreviewedRow> rows) {}

    private record Saved(CatalogEntry entry, Outcome outcome) {}

    Catalogue(
            List<KindMapping<?, ?, ?>> mappings,
            AuditLog audit,
            CatalogFiles files,
            CatalogueBin bin,
            PlatformTransactionManager transactions,
            Runnable onChange) {
        mappings.forEach(mapping -> this.mappings.put(mapping.kind(), mapping));
        this.audit = audit;
        this.files = files;
        this.bin = bin;
        this.onChange = onChange;
        this.writing = new TransactionTemplate(transactions);
        this.reading = new TransactionTemplate(transactions);
        reading.setReadOnly(true);
    }

    @Override
    public CatalogPage list(CatalogKind kind, String search, int page, int size) {
        return list(kind, search, page, size, "", false);
    }

    /** By what a list of this kind can be ordered, the usual order first. */
    public List<String> orders(CatalogKind kind) {
        return mapping(kind).orders();
    }

    /** As {@link #list(CatalogKind, String, int, int)}, ordered by a component of the entries. */
    public CatalogPage list(CatalogKind kind, String search, int page, int size, String sort, boolean descending) {
        Caller.current().needs(Role.VIEWER);
        InputChecks.between("page", page, 0, 1_000_000);
        InputChecks.between("size", size, 1, MOST_PER_PAGE);
        return page(kind, InputChecks.text("search", search, 200), page, size, sort, descending);
    }

    private CatalogPage page(CatalogKind kind, String search, int page, int size, String sort, boolean descending) {
        return inTransaction(reading, _ -> {
            Page<CatalogEntry> found = mapping(kind).page(search, page, size, sort, descending);
            return new CatalogPage(List.copyOf(found.getContent()), page, size, found.getTotalElements());
        });
    }

    @Override
    public CatalogEntry get(CatalogKind kind, long id) {
        Caller.current().needs(Role.VIEWER);
        return inTransaction(reading, _ -> mapping(kind).get(id));
    }

    /** How many entries of each kind there are. */
    public Map<CatalogKind, Long> counts() {
        Caller.current().needs(Role.VIEWER);
        Map<CatalogKind, Long> counts = new EnumMap<>(CatalogKind.class);
        mappings.forEach((kind, mapping) -> counts.put(kind, mapping.rows().count()));
        return counts;
    }

    /** An entry out of the fields of a form; neither checked against the catalogue nor saved. */
    public CatalogEntry entryOf(CatalogKind kind, long id, long version, Map<String, String> fields) {
        return files.entryOf(kind, id, version, fields);
    }

    /** The fields of a form that shows this entry. */
    public Map<String, String> fields(CatalogEntry entry) {
        return files.cells(entry);
    }

    /** What distinguishes an entry from all others of its kind. */
    public String name(CatalogEntry entry) {
        return mapping(entry.kind()).nameOf(entry);
    }

    @Override
    public CatalogEntry save(CatalogEntry entry) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        CatalogEntry saved = save(mapping(entry.kind()), entry, caller);
        onChange.run();
        return saved;
    }

    private <E extends CatalogEntry, F, R extends Versioned<F>> CatalogEntry save(
            KindMapping<E, F, R> mapping, CatalogEntry entry, Caller caller) {
        E checked = mapping.checked(mapping.cast(entry));
        return inTransaction(writing, _ -> {
            R row;
            if (entry.id() == 0) {
                if (mapping.rows().named(mapping.name(checked)).isPresent()) {
                    throw ServiceException.conflict(
                            "a " + mapping.words() + " named " + mapping.name(checked) + " exists");
                }
                row = mapping.create(checked);
            } else {
                row = mapping.row(entry.id(), entry.version());
                mapping.change(row, checked);
            }
            R stored = mapping.rows().saveAndFlush(row);
            audit.add(
                    caller,
                    entry.id() == 0 ? "ADD" : "CHANGE",
                    AuditSubject.of(mapping.kind()),
                    stored.id(),
                    checked.toString());
            return mapping.entry(stored);
        });
    }

    @Override
    public void delete(CatalogKind kind, long id, long version) {
        deleteIntoBin(kind, id, version);
    }

    /** As {@link #delete}, and says under which number {@link #restore} takes it back. */
    public long deleteIntoBin(CatalogKind kind, long id, long version) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        long kept = delete(mapping(kind), id, version, caller);
        onChange.run();
        return kept;
    }

    private <E extends CatalogEntry, F, R extends Versioned<F>> long delete(
            KindMapping<E, F, R> mapping, long id, long version, Caller caller) {
        return inTransaction(writing, _ -> {
            R row = mapping.row(id, version);
            E was = mapping.entry(row);
            List<CatalogEntry> gone = new ArrayList<>(List.of(was));
            gone.addAll(mapping.entriesWith(row));
            String details = mapping.details(row);
            mapping.delete(row);
            audit.add(caller, "DELETE", AuditSubject.of(mapping.kind()), id, was.toString());
            return bin.keep(caller, mapping.name(was), gone, details);
        });
    }

    /** Takes a deleted entry back, with what vanished with it, under new numbers. */
    public CatalogEntry restore(long binId) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        CatalogEntry restored = inTransaction(writing, _ -> {
            CatalogueBin.Content content = bin.take(binId);
            CatalogEntry first = null;
            for (CatalogEntry entry : content.entries()) {
                CatalogEntry saved = save(mapping(entry.kind()), entry, caller);
                first = first == null ? saved : first;
            }
            CatalogEntry back = Objects.requireNonNull(first);
            mapping(back.kind()).restore(back.id(), content.details());
            return back;
        });
        onChange.run();
        return restored;
    }

    /** What was deleted lately and not restored, the newest first. */
    public List<CatalogueBin.Deleted> deleted(int limit) {
        Caller.current().needs(Role.VIEWER);
        return bin.newest((int) InputChecks.between("limit", limit, 1, MOST_CHANGES));
    }

    @Override
    public ImportReport importEntries(CatalogKind kind, CatalogFormat format, String text, boolean dryRun) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        ImportReport report = importAs(caller, kind, format, text, dryRun);
        onChange.run();
        return report;
    }

    /** What an import of the file would do; nothing is kept of it. */
    public Preview preview(CatalogKind kind, CatalogFormat format, String text) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        List<PreviewedRow> rows = new ArrayList<>();
        ImportReport report = importRows(caller, kind, format, text, true, row -> {
            if (row.outcome() != Outcome.UNCHANGED && rows.size() < MOST_PREVIEWED) {
                rows.add(row);
            }
        });
        return new Preview(report, List.copyOf(rows));
    }

    /** An import for a caller that is not the one of a request. */
    ImportReport importAs(Caller caller, CatalogKind kind, CatalogFormat format, String text, boolean dryRun) {
        return importRows(caller, kind, format, text, dryRun, _ -> {});
    }

    @Override
    public ImportReport importFrom(CatalogSource source, String text, boolean dryRun) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        ExternalCatalogue list = source == CatalogSource.GOCDB ? Gocdb.read(text) : OsgTopology.read(text);
        ImportCount count = new ImportCount(dryRun, list.problems());
        ImportReport report = inTransaction(writing, status -> {
            new ExternalCatalogueImport(
                            (kind, name) -> mapping(kind).find(name),
                            entry -> put(mapping(entry.kind()), entry, caller, false)
                                    .outcome(),
                            count)
                    .run(list);
            if (dryRun) {
                status.setRollbackOnly();
            }
            return count.report();
        });
        onChange.run();
        return report;
    }

    private ImportReport importRows(
            Caller caller,
            CatalogKind kind,
            CatalogFormat format,
            String text,
            boolean dryRun,
            Consumer<PreviewedRow> onRow) {
        CatalogFiles.Rows rows = files.read(kind, format, text);
        ImportCount count = new ImportCount(dryRun, rows.errors());
        for (CatalogFiles.Row row : rows.good()) {
            try {
                Saved saved = put(mapping(kind), row.entry(), caller, dryRun);
                count.add(saved.outcome());
                onRow.accept(new PreviewedRow(row.number(), saved.outcome(), name(saved.entry())));
            } catch (ServiceException e) {
                count.addError(row.number(), String.valueOf(e.getMessage()));
            }
        }
        return count.report();
    }

    private <E extends CatalogEntry, F, R extends Versioned<F>> Saved put(
            KindMapping<E, F, R> mapping, CatalogEntry entry, Caller caller, boolean dryRun) {
        E checked = mapping.checked(mapping.cast(entry));
        return inTransaction(writing, status -> {
            Optional<R> known = mapping.rows().named(mapping.name(checked));
            if (known.isPresent() && mapping.same(known.get(), checked)) {
                return new Saved(checked, Outcome.UNCHANGED);
            }
            known.ifPresent(row -> mapping.change(row, checked));
            R stored = mapping.rows().saveAndFlush(known.orElseGet(() -> mapping.create(checked)));
            audit.add(
                    caller,
                    known.isPresent() ? "CHANGE" : "ADD",
                    AuditSubject.of(mapping.kind()),
                    stored.id(),
                    "import: " + checked);
            if (dryRun) {
                status.setRollbackOnly();
            }
            return new Saved(checked, known.isPresent() ? Outcome.CHANGED : Outcome.ADDED);
        });
    }

    @Override
    public String exportEntries(CatalogKind kind, CatalogFormat format, int page, int size) {
        Caller.current().needs(Role.VIEWER);
        InputChecks.between("page", page, 0, 1_000_000);
        InputChecks.between("size", size, 1, MOST_PER_EXPORT);
        return files.write(kind, format, page(kind, "", page, size, "", false).entries());
    }

    @Override
    public List<Change> changes(CatalogKind kind, long id, int limit) {
        Caller.current().needs(Role.VIEWER);
        InputChecks.between("limit", limit, 1, MOST_CHANGES);
        return audit.newest(AuditSubject.of(kind), id, limit).stream()
                .map(row -> change(kind, row))
                .toList();
    }

    private static Change change(CatalogKind kind, AuditRow row) {
        AuditRow.Facts facts = row.facts();
        return new Change(facts.happenedAt(), facts.account(), facts.action(), kind, facts.subjectId(), facts.detail());
    }

    private KindMapping<?, ?, ?> mapping(CatalogKind kind) {
        return Objects.requireNonNull(mappings.get(kind));
    }

    /** Runs it, and says in our words what the database refused. */
    private static <T> T inTransaction(TransactionTemplate template, TransactionCallback<T> work) {
        try {
            return template.execute(work);
        } catch (OptimisticLockingFailureException e) {
            throw new ServiceException(ServiceException.CONFLICT, "it was modified concurrently: reload it", e);
        } catch (DataIntegrityViolationException e) {
            throw new ServiceException(
                    ServiceException.CONFLICT, "the name is in use, or other entries refer to it", e);
        }
    }
}
