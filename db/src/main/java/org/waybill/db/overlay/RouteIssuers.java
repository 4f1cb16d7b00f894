package org.waybill.db.overlay;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Whose route tokens nodes should honour. */
public interface RouteIssuers extends JpaRepository<RouteIssuerRow, Long> {
    @Query("select i.facts.publicKey from RouteIssuerRow i order by i.id")
    List<String> keys();
}
