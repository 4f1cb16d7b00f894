package org.waybill.db.profile;

import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.NoRepositoryBean;
import org.waybill.db.Versioned;

/**
 * What every kind of catalogue entry can be asked.
 *
 * @param <T> the row
 */
@NoRepositoryBean
public interface CatalogRepository<T extends Versioned<?>> extends JpaRepository<T, Long> {
    /** Rows with this text (in lower case) in one of their names, in the order that the page names. */
    Page<T> search(String text, Pageable page);

    /** The row with exactly this name, or what represents a name. */
    Optional<T> named(String name);

    /** What changes whenever a row is added, changed or removed: how many there are, the newest, all changes so far. */
    @Query("select concat(count(r), '/', coalesce(max(r.id), 0), '/', coalesce(sum(r.version), 0))"
            + " from #{#entityName} r")
    String stamp();
}
