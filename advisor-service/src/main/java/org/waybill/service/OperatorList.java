package org.waybill.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists that the operator keeps in the service's home directory: one item a line; blank lines and # lines are none. */
public final class OperatorList {
    /** @param where how a message about the item begins, such as {@code topologies:3: } */
    public record Item(String text, String where) {}

    private OperatorList() {}

    /** The items of the file {@code name}, in its order; none where there is no such file. */
    public static List<Item> read(Path home, String name) throws IOException {
        Path file = home.resolve(name);
        if (!Files.exists(file)) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(file);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                items.add(new Item(line, name + ":" + (i + 1) + ": "));
            }
        }
        return items;
    }
}
