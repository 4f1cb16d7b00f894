package org.waybill.engine.attributes;

import java.util.Map;

/**
 * What a source has of a file, besides content, time and mode.
 *
 * @param user the owner's number; -1 when not known
 * @param group its number; -1 when not known
 * @param named extended attributes by their full names ({@code user.origin}), and access control lists as the kernel
 *     stores them ({@code system.posix_acl_access})
 */
public record FileAttributes(int user, int group, Map<String, byte[]> named) {
    /** Nothing is known. */
    public static final FileAttributes NONE = new FileAttributes(-1, -1, Map.of());

    public FileAttributes {
        named = Map.copyOf(named);
    }
}
