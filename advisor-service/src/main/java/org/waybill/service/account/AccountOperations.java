package org.waybill.service.account;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.waybill.api.account.AccountService;
import org.waybill.api.account.ServiceAccount;
import org.waybill.service.InputChecks;

/** {@link AccountAdministration} for the command line. */
public record AccountOperations(ObjectProvider<AccountAdministration> administration) implements AccountService {
    @Override
    public List<ServiceAccount> accounts() {
        return administration.getObject().list().stream()
                .map(one -> new ServiceAccount(
                        one.name(), one.role().name().toLowerCase(Locale.ROOT), one.enabled(), one.createdAt()))
                .toList();
    }

    @Override
    public String addAccount(String name, String role) {
        Role asked = InputChecks.constant(Role.class, role)
                .orElseThrow(() -> InputChecks.bad("invalid role '" + InputChecks.printable(role)
                        + "': expected one of " + InputChecks.choices(Role.class)));
        return administration.getObject().add(name, asked).secret();
    }

    @Override
    public String newToken(String name, String label, int days) {
        InputChecks.between("days", (long) days, 1, AccountAdministration.MOST_DAYS);
        return administration.getObject().newToken(name, label, Duration.ofDays(days));
    }

    @Override
    public void removeAccount(String name) {
        administration.getObject().remove(name);
    }
}
