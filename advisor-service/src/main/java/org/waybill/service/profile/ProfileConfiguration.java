package org.waybill.service.profile;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.db.account.Settings;
import org.waybill.db.profile.DeletedEntries;
import org.waybill.db.profile.Domains;
import org.waybill.db.profile.Endpoints;
import org.waybill.db.profile.Hosts;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.Relays;
import org.waybill.db.profile.Sites;
import org.waybill.db.profile.Subnets;
import org.waybill.db.profile.Uploads;
import org.waybill.service.StrictJson;
import org.waybill.service.account.AuditLog;

/** The catalogue and what is looked up in it. */
@Configuration(proxyBeanMethods = false)
public class ProfileConfiguration {
    @Bean
    ProfileRepositories profileRepositories(
            Organisations organisations,
            Sites sites,
            Hosts hosts,
            Subnets subnets,
            Domains domains,
            Endpoints endpoints,
            ProvisioningSystems provisioning,
            Relays relays) {
        return new ProfileRepositories(organisations, sites, hosts, subnets, domains, endpoints, provisioning, relays);
    }

    @Bean
    HostProfiles hostProfiles(ProfileRepositories repositories, PlatformTransactionManager transactions) {
        TransactionTemplate reading = new TransactionTemplate(transactions);
        reading.setReadOnly(true);
        return new HostProfiles(repositories, reading);
    }

    @Bean
    Catalogue catalogue(
            ProfileRepositories of,
            AuditLog audit,
            StrictSerializerFactory contract,
            PlatformTransactionManager transactions,
            HostProfiles profiles,
            DeletedEntries deleted,
            Clock clock) {
        List<KindMapping<?, ?>> mappings = List.of(
                new OrganisationMapping(of.organisations()),
                new SiteMapping(of.sites(), of.organisations()),
                new HostMapping(of.hosts(), of.sites(), of.endpoints()),
                new SubnetMapping(of.subnets(), of.sites()),
                new DomainMapping(of.domains(), of.sites()),
                new EndpointMapping(of.endpoints(), of.hosts()),
                new ProvisioningMapping(of.provisioning(), of.sites()),
                new RelayMapping(of.relays(), of.hosts()));
        CatalogFiles files = new CatalogFiles(contract, StrictJson.MAPPER);
        return new Catalogue(
                mappings, audit, files, new CatalogueBin(deleted, files, clock), transactions, profiles::forget);
    }

    @Bean
    SitePlaces sitePlaces(ProfileRepositories of, PlatformTransactionManager transactions) {
        TransactionTemplate reading = new TransactionTemplate(transactions);
        reading.setReadOnly(true);
        return new SitePlaces(of, reading);
    }

    @Bean
    CatalogueUploads catalogueUploads(Uploads uploads, SecureRandom random, Clock clock) {
        return new CatalogueUploads(uploads, random, clock);
    }

    @Bean
    HostRegistry hostRegistry(Hosts hosts, AuditLog audit) {
        return new HostRegistry(hosts, audit);
    }

    @Bean
    DiscoveredServices foundServices(
            HostRegistry hosts,
            Endpoints endpoints,
            PlatformTransactionManager transactions,
            AuditLog audit,
            Clock clock,
            HostProfiles profiles) {
        return new DiscoveredServices(
                hosts, endpoints, new TransactionTemplate(transactions), audit, clock, profiles::forget);
    }

    @Bean
    StarterCatalogue starterCatalogue(
            Catalogue catalogue, Settings settings, PlatformTransactionManager transactions, DataSource database) {
        return new StarterCatalogue(catalogue, settings, new TransactionTemplate(transactions), database);
    }
}
