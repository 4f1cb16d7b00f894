package org.waybill.service.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.AdvisorService;
import org.waybill.db.replica.Replicas;
import org.waybill.service.history.HistoryPush;
import org.waybill.service.history.LogFollower;
import org.waybill.service.history.TransferHistory;
import org.waybill.service.overlay.LinkMeasurements;
import org.waybill.service.provision.Circuits;
import org.waybill.service.provision.TopologyRefresh;
import org.waybill.service.task.Tasks;

/** The jobs of a service of its own. An embedded one lives as long as a command and has none. */
@Configuration(proxyBeanMethods = false)
public class JobsConfiguration {
    @Bean(initMethod = "arrive", destroyMethod = "leave")
    Replica replica(Replicas rows, TransactionTemplate transaction, Clock clock, AdvisorService advisor) {
        return new Replica(rows, transaction, clock, advisor.info().version());
    }

    @Bean(initMethod = "start", destroyMethod = "stop")
    Scheduler scheduler(
            DataSource database,
            Circuits circuits,
            TransferHistory history,
            HistoryPush push,
            LogFollower logs,
            TopologyRefresh topologies,
            LinkMeasurements links,
            Tasks tasks,
            Replica replica) {
        return Jobs.scheduler(
                database,
                List.of(
                        Jobs.every(Duration.ofSeconds(20), "circuit-hold-expiry", circuits::expireOverdue),
                        Jobs.every(Duration.ofSeconds(60), "history-push", push::push),
                        Jobs.every(Duration.ofHours(1), "forecast-retention", history::forgetUnscored),
                        Jobs.every(Duration.ofSeconds(30), "log-followers", logs::follow),
                        Jobs.every(Duration.ofSeconds(60), "topology-refresh", topologies::refresh),
                        Jobs.every(Duration.ofSeconds(10), "virtual-link-turn", links::grant),
                        Jobs.every(Duration.ofHours(1), "task-retention", tasks::forgetOld)),
                replica);
    }
}
