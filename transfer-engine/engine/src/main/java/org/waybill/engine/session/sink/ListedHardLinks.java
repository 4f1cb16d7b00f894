package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.ErrorText;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.SharedFiles.Place;
import org.waybill.engine.storage.FileSystemLimits;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetHardLinks;
import org.waybill.engine.storage.TargetHardLinks.Found;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * The files of a source that have several names, where hard links are kept (decision 0305). The first name of each is
 * received or found; when all files are there, the others become links to it. A link is only made to a file that this
 * transfer has put or found, or that an earlier one of the same writer and command has.
 */
final class ListedHardLinks {
    /** What an entry takes here, besides what every entry takes. */
    private static final long NAME_CHARACTERS = 200;

    private static final String OWN = "; such names become files of their own";

    private final SinkContext shared;
    private final boolean wanted;
    private final TargetHardLinks names;
    /** Of entries that are listed next; the examining thread's, as is all that follows until all files are there. */
    private final TreeMap<Integer, String> announced = new TreeMap<>();

    private final Map<String, NamesOfFile> byFile = new LinkedHashMap<>();
    private final Map<Integer, NamesOfFile> byEntry = new HashMap<>();

    ListedHardLinks(SinkContext shared) {
        this.shared = shared;
        this.wanted = shared.settings.rules().keeps(Extra.HARD_LINKS);
        this.names = shared.tree.hardLinks();
    }

    /** Takes note of what the source says of the next part of the manifest. */
    void announce(List<Message.HardLink> some, int listed) throws TransferException, WireException {
        if (!wanted || some.isEmpty()) {
            throw new WireException("hard links that were not requested");
        }
        for (Message.HardLink one : some) {
            if (one.entry() < listed || !announced.isEmpty() && one.entry() <= announced.lastKey()) {
                throw new WireException("a hard link of entry " + one.entry() + " out of turn");
            }
            shared.limits.take(NAME_CHARACTERS);
            announced.put(one.entry(), HexFormat.of().formatHex(one.file()));
        }
    }

    /** An entry is listed. @return whether it is a further name of a file that was listed before */
    boolean isFurtherName(int number, TreeEntry entry) throws WireException {
        String key = announced.remove(number);
        if (key == null) {
            return false;
        }
        NamesOfFile file =
                byFile.computeIfAbsent(key, _ -> new NamesOfFile(HexFormat.of().parseHex(key)));
        if (entry.directory() || !file.takes(entry)) {
            throw new WireException("a hard link of entry " + number + ", which is not like the file's others");
        }
        file.add(number, entry);
        byEntry.put(number, file);
        return file.first() != number;
    }

    /** A part of the manifest was listed: it has all that was announced. */
    void listed() throws WireException {
        if (!announced.isEmpty()) {
            throw new WireException("a hard link of entry " + announced.firstKey() + ", which is not listed next");
        }
    }

    /** Whether an entry waits until all names of its file are listed. */
    boolean isShared(int number) {
        return byEntry.containsKey(number);
    }

    boolean isFurtherName(int number) {
        NamesOfFile file = byEntry.get(number);
        return file != null && file.first() != number;
    }

    /**
     * What may be there of a file with several names, to be compared with the source; see {@link NamesOfFile#choose}.
     *
     * @param number of its first name
     */
    NamesOfFile.Choice choose(int number) throws IOException {
        NamesOfFile file = byEntry.get(number);
        if (file == null) {
            return NamesOfFile.Choice.USUAL;
        }
        Place earlier = shared.settings.files().find(file.key()).orElse(null);
        NamesOfFile.Choice choice = file.choose(names, earlier, this::found);
        if (choice.lostEarlier()) {
            notKept(file.firstEntry(), NamesOfFile.GONE);
        }
        return choice;
    }

    /** What has an entry's name and may be equal; empty for nothing of that kind. */
    Optional<Found> found(TreeEntry entry) {
        return shared.settings.rules().overwrite() == Overwrite.ALWAYS
                ? Optional.empty()
                : names.find(entry).filter(there -> mayBeEqual(entry, there));
    }

    /** By size and time; where the time is in whole seconds, what is compared decides. */
    private boolean mayBeEqual(TreeEntry entry, Found there) {
        return entry.version().equals(there.version())
                || shared.verify && entry.version().mayBe(there.version());
    }

    /** Opens what a file is compared with. */
    FileChannel open(ReceivingFile file) throws IOException {
        Found there = file.there();
        return there == null ? shared.tree.openExisting(file.entry) : names.open(there);
    }

    /**
     * Gives a file its name, if what it was compared with has another one.
     *
     * @return false if it must be received after all
     */
    boolean place(ReceivingFile file) throws IOException, TransferException {
        Found there = file.there();
        if (there == null || names.find(file.entry).filter(there::isSameFile).isPresent()) {
            return true;
        }
        try {
            if (shared.losses.isTree()) {
                shared.hold.take(); // a single one is locked as it is received, if it must be
            }
            names.link(there, file.entry);
            sync(List.of(file.entry));
            return true;
        } catch (RefusedException | FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            notKept(file.entry, why(e));
            return false;
        }
    }

    /**
     * All files are there: makes the others links to them.
     *
     * @return those of which no link can be made, or whose file did not come: they are to come as files of their own
     */
    List<ReceivingFile> make(FileOutcomes outcomes) throws IOException, TransferException {
        Made made = new Made(new LinkedHashMap<>(), new ArrayList<>());
        for (NamesOfFile file : List.copyOf(byFile.values())) {
            make(file, made);
        }
        sync(made.linked.keySet().stream().map(one -> one.entry).toList());
        made.linked.forEach(outcomes::linked);
        return made.own;
    }

    /**
     * What became of further names.
     *
     * @param linked with the files whose names they are now
     * @param own files of their own
     */
    private record Made(Map<ReceivingFile, ReceivingFile> linked, List<ReceivingFile> own) {
        /** @param known the SHA-256 of its content; null if that is not known */
        void own(ReceivingFile one, byte @Nullable [] known) {
            one.becomesFile(known);
            own.add(one);
        }
    }

    private void make(NamesOfFile file, Made made) throws IOException {
        List<ReceivingFile> members = new ArrayList<>();
        for (int number : file.numbers()) {
            members.add(shared.files.get(number));
        }
        ReceivingFile head =
                members.stream().filter(ReceivingFile::mayHaveNames).findFirst().orElse(null);
        Found there = head == null ? null : there(head);
        List<ReceivingFile> missing = new ArrayList<>();
        for (ReceivingFile one : members) {
            if (one.isFurtherName() && !one.isOver()) {
                if (head != null
                        && there != null
                        && names.find(one.entry).filter(there::isSameFile).isPresent()) {
                    made.linked.put(one, head);
                } else {
                    missing.add(one);
                }
            }
        }
        String refusal = there == null ? NamesOfFile.GONE : refusal(there);
        if (!missing.isEmpty() && there != null && !refusal.isEmpty() && !names.areMade(there)) {
            refusal = FileSystemLimits.NO_HARD_LINKS + OWN;
        }
        if (there != null && refusal.isEmpty()) {
            shared.settings.files().put(file.key(), new Place(names.fromTop(there), there.inode()));
        }
        if (missing.isEmpty()) {
            byFile.remove(HexFormat.of().formatHex(file.key()));
        } else if (head == null) {
            made.own(missing.getFirst(), null);
        } else if (there == null || !refusal.isEmpty()) {
            head.hasNoNames();
            notKept(missing.getFirst().entry, refusal);
            // the next one may be linkable, unless not even one that was received is
            for (ReceivingFile one : head.there() == null ? missing : missing.subList(0, 1)) {
                made.own(one, head.digest());
            }
        } else {
            link(there, head, missing, made);
        }
    }

    private void link(Found there, ReceivingFile head, List<ReceivingFile> missing, Made made) throws IOException {
        for (ReceivingFile one : missing) {
            try {
                names.link(there, one.entry);
                made.linked.put(one, head);
            } catch (IOException e) {
                if (!(e instanceof FileAlreadyExistsException)) {
                    notKept(one.entry, why(e));
                } // else it fails, and is named for that
                made.own(one, head.digest());
            }
        }
    }

    /** Where a file is that has its name; null if another one has it by now. */
    private @Nullable Found there(ReceivingFile file) {
        Object inode = file.inode();
        return names.find(file.entry)
                .filter(found -> inode == null || found.inode().equals(inode))
                .orElse(null);
    }

    /** Why no names are made of a file; empty if they are. */
    private String refusal(Found there) throws IOException {
        try {
            names.requireLinkable(there);
            return "";
        } catch (RefusedException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void sync(List<TreeEntry> entries) throws TransferException {
        try {
            names.sync(entries);
        } catch (IOException e) {
            throw StorageErrors.map(e, "syncing the directory of", shared.settings.name());
        }
    }

    private static String why(IOException e) {
        String reason = e instanceof FileSystemException known && known.getReason() != null
                ? known.getReason()
                : ErrorText.of(e);
        return reason.equals(FileSystemLimits.NO_HARD_LINKS) ? reason + OWN : "no link was made (" + reason + ")" + OWN;
    }

    private void notKept(TreeEntry entry, String why) throws IOException {
        shared.source.notKept(entry.path(), Map.of(Extra.HARD_LINKS, why));
    }
}
