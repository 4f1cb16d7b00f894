package org.waybill.service.task;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.profile.Hosts;
import org.waybill.db.task.Documents;
import org.waybill.db.task.ServiceTasks;
import org.waybill.db.task.Workers;
import org.waybill.service.account.AuditLog;

/** Tasks and their workers. */
@Configuration(proxyBeanMethods = false)
public class TaskConfiguration {
    @Bean
    Tasks tasks(
            @Value("${waybill.home}") Path home,
            ServiceTasks rows,
            Documents documents,
            Workers workers,
            Hosts catalogue,
            AuditLog audit,
            TransactionTemplate transaction,
            TransactionTemplate reading,
            SecureRandom random,
            Clock clock) {
        TransferHosts hosts = new TransferHosts(home, catalogue, reading);
        WorkerList list = new WorkerList(workers, rows, audit, transaction, clock);
        return new Tasks(
                rows,
                documents,
                new Leases(rows, documents, list, hosts, new PartialsKey(home, random), transaction, clock),
                list,
                new TaskViews(list, clock),
                hosts,
                audit,
                transaction,
                clock);
    }
}
