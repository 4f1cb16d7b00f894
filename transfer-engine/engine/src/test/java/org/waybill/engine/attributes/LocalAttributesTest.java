package org.waybill.engine.attributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.platform.PrivateFiles;

class LocalAttributesTest {
    /** Version 2: the owner rw, user 777 r, the group r, mask rw, others nothing; 0660 to a program that knows none. */
    static final byte[] LIST = HexFormat.of()
            .parseHex("0200000001000600ffffffff020004000903000004000400ffffffff10000600ffffffff20000000ffffffff");

    private static final String ACL = "system.posix_acl_access";
    private static final Set<Extra> ALL = EnumSet.of(Extra.OWNERS, Extra.XATTRS, Extra.ACLS);

    @TempDir
    private Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static FileAttributes named(Map<String, byte[]> named) {
        return new FileAttributes(-1, -1, named);
    }

    @Test
    void aFileGetsWhatAnotherHasAndLosesWhatThatHasNot() throws Exception {
        Path one = Files.writeString(directory.resolve("one"), "content");
        Path other = Files.writeString(directory.resolve("other"), "content");
        assertThat(LocalAttributes.write(
                        one, named(Map.of("user.origin", bytes("here"), "user.empty", bytes(""), ACL, LIST)), ALL))
                .isEmpty();
        LocalAttributes.write(other, named(Map.of("user.old", bytes("x"))), ALL);
        assertThat(LocalAttributes.write(other, LocalAttributes.read(one, ALL), ALL))
                .isEmpty();

        FileAttributes now = LocalAttributes.read(other, ALL);
        assertThat(new TreeSet<>(now.named().keySet())).containsExactly(ACL, "user.empty", "user.origin");
        assertThat(now.named().get("user.origin")).isEqualTo(bytes("here"));
        assertThat(now.named().get(ACL)).isEqualTo(LIST);
        assertThat((int) Files.getAttribute(other, "unix:mode") & 0777).isEqualTo(0660);

        assertThat(LocalAttributes.write(other, FileAttributes.NONE, ALL)).isEmpty();
        assertThat(LocalAttributes.read(other, ALL).named()).isEmpty();
    }

    @Test
    void onlyWhatIsWantedIsReadAndWritten() throws Exception {
        Path one = Files.writeString(directory.resolve("one"), "content");
        LocalAttributes.write(one, named(Map.of("user.a", bytes("1"), ACL, LIST)), ALL);
        assertThat(LocalAttributes.read(one, EnumSet.of(Extra.ACLS)).named()).containsOnlyKeys(ACL);
        assertThat(LocalAttributes.read(one, EnumSet.of(Extra.XATTRS)).user()).isEqualTo(-1);
        LocalAttributes.write(one, FileAttributes.NONE, EnumSet.of(Extra.XATTRS));
        assertThat(LocalAttributes.read(one, ALL).named()).containsOnlyKeys(ACL);
    }

    @Test
    void whatCannotBeGivenIsNamedAndTheRestIsGiven() throws Exception {
        Path one = Files.writeString(directory.resolve("one"), "content");
        FileAttributes large = named(Map.of("user.large", new byte[1 << 17], ACL, LIST));
        assertThat(LocalAttributes.write(one, large, ALL)).containsOnlyKeys(Extra.XATTRS);
        assertThat(LocalAttributes.read(one, ALL).named()).containsOnlyKeys(ACL);
        assertThat(LocalAttributes.differing(one, named(Map.of("user.a", bytes("1"))), ALL, new OwnerNames()))
                .containsExactly(Extra.XATTRS, Extra.ACLS);
        FileAttributes broken = named(Map.of(ACL, bytes("no list")));
        assertThat(LocalAttributes.write(one, broken, ALL)).containsOnlyKeys(Extra.ACLS);
    }

    /** The mode shows the mask of a list as what the group may do. */
    @Test
    void aListThatIsTakenAwayLeavesTheGroupNoMoreThanTheSourceGivesIt() throws Exception {
        Path there = Files.createDirectory(directory.resolve("there"));
        Path file = Files.writeString(directory.resolve("file"), "content");
        Set<Extra> lists = EnumSet.of(Extra.ACLS);
        LocalAttributes.write(there, named(Map.of(ACL, LIST)), lists);
        LocalAttributes.write(file, named(Map.of(ACL, LIST, "user.a", bytes("1"))), ALL);
        assertThat(LocalAttributes.update(there, 0700, FileAttributes.NONE, lists, new OwnerNames()))
                .isEmpty();
        assertThat(LocalAttributes.update(file, 0644, FileAttributes.NONE, ALL, new OwnerNames()))
                .isEmpty();
        assertThat(LocalAttributes.read(there, ALL).named()).isEmpty();
        assertThat(LocalAttributes.read(file, ALL).named()).isEmpty();
        assertThat((int) Files.getAttribute(there, "unix:mode") & 0777).isEqualTo(0600);
        assertThat((int) Files.getAttribute(file, "unix:mode") & 0777).isEqualTo(0640);
    }

    @Test
    void whatANodeNotesOfAFileIsNotCopiedAndStays() throws Exception {
        Path one = Files.writeString(directory.resolve("one"), "content");
        UserDefinedFileAttributeView view = Files.getFileAttributeView(one, UserDefinedFileAttributeView.class);
        view.write("waybill.owner", ByteBuffer.wrap(bytes("mark")));
        assertThat(LocalAttributes.read(one, ALL).named()).isEmpty();
        assertThat(LocalAttributes.write(one, named(Map.of("user.waybill.owner", bytes("another"))), ALL))
                .isEmpty();
        ByteBuffer now = ByteBuffer.allocate(view.size("waybill.owner"));
        view.read("waybill.owner", now);
        assertThat(now.array()).isEqualTo(bytes("mark"));
    }

    @Test
    void ownersOfAnotherMachineAreFoundByTheirNames() throws Exception {
        assumeTrue(PrivateFiles.thisUser() == 0, "only root can give files to others");
        Path one = Files.writeString(directory.resolve("one"), "content");
        FileAttributes like = new FileAttributes(12_345, 23_456, "nobody", "a group of theirs", Map.of());
        assertThat(LocalAttributes.differing(one, like, ALL, new OwnerNames())).containsExactly(Extra.OWNERS);
        assertThat(LocalAttributes.write(one, like, ALL, new OwnerNames())).isEmpty();
        assertThat(Files.getOwner(one).getName()).isEqualTo("nobody");
        FileAttributes now = LocalAttributes.read(one, ALL, new OwnerNames());
        assertThat(now.userName()).isEqualTo("nobody");
        assertThat(now.group()).as("the name is not known").isEqualTo(23_456);
        assertThat(now.groupName()).isEmpty();
        assertThat(LocalAttributes.differing(one, like, ALL, new OwnerNames())).isEmpty();

        FileAttributes superuser = new FileAttributes(0, 0, Map.of());
        LocalAttributes.write(one, superuser, ALL, new OwnerNames());
        assertThat(LocalAttributes.read(one, ALL, new OwnerNames()))
                .as("the superuser counts by number")
                .isEqualTo(superuser);
    }

    @Test
    void rootGivesOwnerAndGroup() throws Exception {
        assumeTrue(PrivateFiles.thisUser() == 0, "only root can give files to others");
        Path one = Files.writeString(directory.resolve("one"), "content");
        LocalAttributes.write(one, new FileAttributes(12_345, 23_456, Map.of()), ALL);
        FileAttributes now = LocalAttributes.read(one, ALL);
        assertThat(now.user()).isEqualTo(12_345);
        assertThat(now.group()).isEqualTo(23_456);
        LocalAttributes.write(one, FileAttributes.NONE, ALL);
        assertThat(LocalAttributes.read(one, ALL).user()).as("unknown").isEqualTo(12_345);
    }
}
