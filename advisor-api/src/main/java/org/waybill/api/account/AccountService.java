package org.waybill.api.account;

import java.util.List;
import org.waybill.api.Bulk;

/**
 * The accounts of a service, over Hessian at {@code /hessian/accounts}, for administrators. REST and the console have more.
 * None of these is to be repeated without a look at {@link #accounts}.
 */
public interface AccountService {
    /** The accounts by name. */
    @Bulk
    List<ServiceAccount> accounts();

    /** Adds one with a random password, which is answered once. {@code CONFLICT} if there is one of that name. */
    String addAccount(String name, String role);

    /**
     * A new token of an account, answered once.
     *
     * @param label what it is for
     * @param days how long it is good: 1..366
     */
    String newToken(String name, String label, int days);

    /** Removes one, with its tokens and tasks. */
    void removeAccount(String name);
}
