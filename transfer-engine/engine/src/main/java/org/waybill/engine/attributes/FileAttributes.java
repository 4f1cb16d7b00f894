package org.waybill.engine.attributes;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.waybill.engine.CopyRules.Extra;

/**
 * What a source has of a file, besides content, time and mode.
 *
 * @param user the owner's number; -1 when not known
 * @param group its number; -1 when not known
 * @param userName the owner's name; empty when not known, or when numbers are kept
 * @param groupName the group's name; the same
 * @param named extended attributes by their full names ({@code user.origin}), and access control lists as the kernel
 *     stores them ({@code system.posix_acl_access})
 */
public record FileAttributes(int user, int group, String userName, String groupName, Map<String, byte[]> named) {
    /** Nothing is known. */
    public static final FileAttributes NONE = new FileAttributes(-1, -1, Map.of());
    /** The most that is sent of one file between machines: names and values together. */
    public static final int MOST_BYTES = 64 << 10;

    static final String USERS = "user.";
    /** Of nodes, about who wrote a file: not an attribute of the file that was copied. */
    static final String MARKS = "user.waybill.";

    static final String ACL = "system.posix_acl_access";
    /** What is made in a directory gets this list. */
    static final String DEFAULT_ACL = "system.posix_acl_default";

    public FileAttributes {
        // not Map.copyOf: many names of one hash take it a long time
        named = named.isEmpty() ? Map.of() : Collections.unmodifiableMap(new HashMap<>(named));
    }

    /** With owner and group by number only. */
    public FileAttributes(int user, int group, Map<String, byte[]> named) {
        this(user, group, "", "", named);
    }

    /** What the names and values take. */
    public int bytes() {
        return named.entrySet().stream()
                .mapToInt(one -> one.getKey().length() + one.getValue().length)
                .sum();
    }

    /** Whether a remote host may ask for them: attributes of users, access control lists, and not too much. */
    public boolean isAcceptable() {
        return bytes() <= MOST_BYTES
                && named.keySet().stream()
                        .allMatch(name -> isOfUsers(name) || name.equals(ACL) || name.equals(DEFAULT_ACL));
    }

    static boolean isOfUsers(String name) {
        return name.startsWith(USERS) && name.length() > USERS.length() && !name.startsWith(MARKS);
    }

    /** Whether there is anything of this kind. */
    public boolean has(Extra extra) {
        return switch (extra) {
            case OWNERS -> user != -1 || group != -1;
            case XATTRS -> named.keySet().stream().anyMatch(FileAttributes::isOfUsers);
            case ACLS -> named.containsKey(ACL) || named.containsKey(DEFAULT_ACL);
            case HOLES, HARD_LINKS -> false;
        };
    }

    /** Those that are given before the mode, which can forbid it; the others after it, as a list that decides on it. */
    public static Set<Extra> beforeMode(Set<Extra> some) {
        return those(some, true);
    }

    public static Set<Extra> afterMode(Set<Extra> some) {
        return those(some, false);
    }

    private static Set<Extra> those(Set<Extra> some, boolean beforeMode) {
        Set<Extra> those = EnumSet.noneOf(Extra.class);
        for (Extra extra : some) {
            boolean before =
                    switch (extra) {
                        case XATTRS -> true;
                        case OWNERS, ACLS, HOLES, HARD_LINKS -> false;
                    };
            if (before == beforeMode) {
                those.add(extra);
            }
        }
        return those;
    }

    /** Whether both have the same of the attributes with such names. */
    boolean hasSame(FileAttributes other, Predicate<String> which) {
        Set<String> names = new HashSet<>(named.keySet());
        names.addAll(other.named.keySet());
        return names.stream().filter(which).allMatch(name -> Arrays.equals(named.get(name), other.named.get(name)));
    }
}
