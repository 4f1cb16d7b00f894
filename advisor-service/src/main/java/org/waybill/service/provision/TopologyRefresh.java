package org.waybill.service.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.service.InputChecks;
import org.waybill.service.OperatorList;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/**
 * Takes topologies over whenever their files change: those that the operator lists in {@code topologies} of the home
 * directory, one a line, {@code FORMAT PATH SYSTEM}. What fetches them is the operator's own.
 */
public final class TopologyRefresh {
    static final String FILE = "topologies";
    private static final Logger LOG = LoggerFactory.getLogger(TopologyRefresh.class);
    private static final Caller SELF = new Caller("topology-refresh", Role.OPERATOR);
    private static final long MOST_BYTES = 64L << 20;
    private static final int TOLD = 5;

    private final Path home;
    private final TopologyImporter desk;
    private final Map<Path, FileTime> taken = new ConcurrentHashMap<>();

    TopologyRefresh(Path home, TopologyImporter desk) {
        this.home = home;
        this.desk = desk;
    }

    /** Takes what changed, and returns how many topologies that were. */
    public int refresh() {
        int refreshed = 0;
        try {
            for (OperatorList.Item item : OperatorList.read(home, FILE)) {
                refreshed += refresh(item.text(), item.where()) ? 1 : 0;
            }
        } catch (IOException e) {
            LOG.warn("cannot read {}: {}", home.resolve(FILE), e.toString());
        }
        return refreshed;
    }

    private boolean refresh(String line, String where) {
        String[] words = line.split("\\s+", 3);
        TopologyFormat format =
                InputChecks.constant(TopologyFormat.class, words[0]).orElse(null);
        if (format == null || words.length < 3) {
            LOG.warn("{}expected oscars_json|nml|ctrl_plane|csv PATH SYSTEM", where);
            return false;
        }
        Path file = home.resolve(words[1]);
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            if (changed.equals(taken.get(file))) {
                return false;
            }
            if (Files.size(file) > MOST_BYTES) {
                LOG.warn("{}{} is larger than 64 MiB", where, file);
                return false;
            }
            TopologyReport report = desk.take(SELF, words[2], format, Files.readString(file));
            taken.put(file, changed);
            report.problems().stream().limit(TOLD).forEach(problem -> LOG.info("{}{}", where, problem));
            return true;
        } catch (IOException e) {
            // on this replica's machine the file may not be
            LOG.debug("{}{}", where, e.toString());
        } catch (ServiceException refused) {
            LOG.warn("{}{}", where, refused.getMessage());
        }
        return false;
    }
}
