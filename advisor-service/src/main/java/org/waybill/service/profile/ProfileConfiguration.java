package org.waybill.service.profile;

import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.db.profile.DeletedEntries;
import org.waybill.db.reservation.Attachments;
import org.waybill.db.reservation.CircuitLinks;
import org.waybill.service.StrictJson;
import org.waybill.service.account.AuditLog;

/** The catalogue and what is looked up in it. */
@Configuration(proxyBeanMethods = false)
@Import({
    ProfileRepositories.class,
    HostProfiles.class,
    SitePlaces.class,
    CatalogueUploads.class,
    HostRegistry.class,
    DiscoveredServices.class,
    StarterCatalogue.class
})
public class ProfileConfiguration {
    @Bean
    Catalogue catalogue(
            ProfileRepositories of,
            AuditLog audit,
            StrictSerializerFactory contract,
            PlatformTransactionManager transactions,
            HostProfiles profiles,
            DeletedEntries deleted,
            CircuitLinks links,
            Attachments attachments,
            Clock clock) {
        List<KindMapping<?, ?, ?>> mappings = List.of(
                new OrganisationMapping(of.organisations()),
                new SiteMapping(of.sites(), of.organisations(), attachments),
                new HostMapping(of.hosts(), of.sites(), of.endpoints(), attachments),
                new SubnetMapping(of.subnets(), of.sites()),
                new DomainMapping(of.domains(), of.sites()),
                new EndpointMapping(of.endpoints(), of.hosts()),
                new ProvisioningMapping(of.provisioning(), of.sites(), links, attachments),
                new RelayMapping(of.relays(), of.hosts()));
        CatalogFiles files = new CatalogFiles(contract, StrictJson.MAPPER);
        return new Catalogue(
                mappings, audit, files, new CatalogueBin(deleted, files, clock), transactions, profiles::forget);
    }
}
