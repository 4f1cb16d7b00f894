package org.waybill.service.account;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.waybill.api.ServiceException;
import org.waybill.db.account.AccountRow;
import org.waybill.service.log.SecurityLog;

/** Who calls. */
public record Caller(String name, Role role) {
    /** Changes that the service makes by itself. */
    public static final Caller SERVICE = new Caller("service", Role.ADMINISTRATOR);

    static Caller of(AccountRow.Facts account) {
        return new Caller(account.name(), Role.valueOf(account.roleName()));
    }

    /**
     * The caller of the request that this thread serves.
     *
     * @throws ServiceException {@code UNAUTHENTICATED} outside an authenticated request
     */
    public static Caller current() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication != null && authentication.getPrincipal() instanceof Caller caller) {
            return caller;
        }
        throw new ServiceException(ServiceException.UNAUTHENTICATED, "a bearer token is required");
    }

    /** Throws {@code FORBIDDEN} unless the role suffices; the security log says so. */
    public Caller needs(Role needed) {
        if (!role.includes(needed)) {
            SecurityLog.refused(
                    "call without the required role", "account " + name, "requires " + needed + ", has " + role);
            throw ServiceException.forbidden("the role " + needed + " is required; " + name + " has " + role);
        }
        return this;
    }
}
