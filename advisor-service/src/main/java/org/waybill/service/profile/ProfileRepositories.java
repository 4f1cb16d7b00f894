package org.waybill.service.profile;

import org.waybill.db.profile.Domains;
import org.waybill.db.profile.Endpoints;
import org.waybill.db.profile.Hosts;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.Relays;
import org.waybill.db.profile.Sites;
import org.waybill.db.profile.Subnets;

/** The catalogue's repositories, together. */
record ProfileRepositories(
        Organisations organisations,
        Sites sites,
        Hosts hosts,
        Subnets subnets,
        Domains domains,
        Endpoints endpoints,
        ProvisioningSystems provisioning,
        Relays relays) {}
