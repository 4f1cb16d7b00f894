package org.waybill.engine.attributes;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The users and groups of this machine by number and by name: another machine may have given them other numbers. Each
 * is looked up once. For many threads.
 */
public final class OwnerNames {
    private static final int LONGEST = 200;

    private final Map<Object, String> users = new ConcurrentHashMap<>();
    private final Map<Object, String> groups = new ConcurrentHashMap<>();
    private final Map<String, Optional<Principal>> usersByName = new ConcurrentHashMap<>();
    private final Map<String, Optional<Principal>> groupsByName = new ConcurrentHashMap<>();

    /** Asks the system for a name. */
    private interface LookUp {
        Principal in(UserPrincipalLookupService service, String name) throws IOException;
    }

    /** Those attributes of a file, with the names of its owner and group. */
    FileAttributes named(Path file, FileAttributes of) throws IOException {
        if (!users.containsKey(of.user()) || !groups.containsKey(of.group())) {
            // one look at the file: numbers and names belong together
            Map<String, Object> now = Files.readAttributes(file, "unix:uid,gid,owner,group");
            note(users, now.get("uid"), (UserPrincipal) now.get("owner"));
            note(groups, now.get("gid"), (GroupPrincipal) now.get("group"));
        }
        return new FileAttributes(
                of.user(),
                of.group(),
                users.getOrDefault(of.user(), ""),
                groups.getOrDefault(of.group(), ""),
                of.named());
    }

    /** A number that has no name is its own; the superuser's has none that counts. */
    private static void note(Map<Object, String> names, @Nullable Object number, @Nullable Principal owner) {
        if (number instanceof Integer id && owner != null) {
            String name = owner.getName();
            boolean counts = id != 0 && !name.equals(Integer.toString(id)) && name.length() <= LONGEST;
            names.put(id, counts ? name : "");
        }
    }

    /** Who has the owner's name here; null if nobody, or if the number counts. */
    @Nullable
    Principal user(FileAttributes like) {
        return find(like.userName(), usersByName, UserPrincipalLookupService::lookupPrincipalByName);
    }

    /** The same of the group. */
    @Nullable
    Principal group(FileAttributes like) {
        return find(like.groupName(), groupsByName, UserPrincipalLookupService::lookupPrincipalByGroupName);
    }

    private static @Nullable Principal find(String name, Map<String, Optional<Principal>> known, LookUp lookUp) {
        return name.isEmpty()
                ? null
                : known.computeIfAbsent(name, _ -> {
                            try {
                                return Optional.of(
                                        lookUp.in(FileSystems.getDefault().getUserPrincipalLookupService(), name));
                            } catch (IOException _) {
                                return Optional.empty();
                            }
                        })
                        .orElse(null);
    }
}
