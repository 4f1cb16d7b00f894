package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.api.task.TaskState;
import org.waybill.api.task.TaskSubmission;
import org.waybill.api.task.WorkerState;
import org.waybill.service.InputChecks;
import org.waybill.service.StrictJson;
import org.waybill.service.task.Tasks;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/** {@link org.waybill.api.task.TaskService} over REST. */
@RestController
@RequestMapping("/api")
record TaskController(AdvisorService advisor, Tasks tasks) {
    private static final int LONGEST_WAIT_SECONDS = 120;
    private static final long LOOK_MILLIS = 200;

    @PostMapping("/tasks")
    @ApiResponse(responseCode = "201", description = "The new task.")
    @ApiResponse(responseCode = "200", description = "The task that was submitted before under this id.")
    ResponseEntity<ServiceTask> submit(@RequestBody TaskSubmission submission) {
        Tasks.Submitted submitted = tasks.submit(submission);
        return ResponseEntity.status(submitted.isNew() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(submitted.task());
    }

    @GetMapping("/tasks")
    List<ServiceTask> list(
            @RequestParam(defaultValue = "false") boolean all, @RequestParam(defaultValue = "100") int limit) {
        return advisor.tasks(all, limit);
    }

    @GetMapping("/tasks/{id}")
    ServiceTask task(@PathVariable long id) {
        return advisor.task(id);
    }

    /** What the command of the task's last attempt answered: the document of {@code waybill copy} or {@code advise}. */
    @GetMapping("/tasks/{id}/document")
    Map<String, Object> document(@PathVariable long id) {
        return advisor.taskDocument(id)
                .map(TaskController::object)
                .orElseThrow(() -> ServiceException.notFound("task " + id + " has no document"));
    }

    private static Map<String, Object> object(String document) {
        try {
            return StrictJson.ANSWERS.readValue(document, new TypeReference<>() {});
        } catch (JacksonException e) {
            throw new ServiceException(ServiceException.INTERNAL, "the document is " + StrictJson.problem(e), e);
        }
    }

    @PostMapping("/tasks/{id}/pause")
    ServiceTask pause(@PathVariable long id) {
        return advisor.pauseTask(id);
    }

    @PostMapping("/tasks/{id}/resume")
    ServiceTask resume(@PathVariable long id) {
        return advisor.resumeTask(id);
    }

    @PostMapping("/tasks/{id}/cancel")
    ServiceTask cancel(@PathVariable long id) {
        return advisor.cancelTask(id);
    }

    /**
     * Advice by a worker: the document of {@code waybill advise}, or, where that takes longer than {@code wait} seconds,
     * status 202 and the {@code id} of the task whose document it will be.
     */
    @PostMapping("/advice")
    ResponseEntity<Map<String, Object>> advise(
            @RequestParam(defaultValue = "20") int wait, @RequestBody TaskSubmission submission)
            throws InterruptedException {
        InputChecks.between("wait", (long) wait, 0, LONGEST_WAIT_SECONDS);
        if (submission.kind() == TaskKind.COPY) {
            throw InputChecks.bad("kind is COPY: expected ADVISE, or none");
        }
        ServiceTask task = advisor.submitTask(new TaskSubmission(
                submission.id(),
                TaskKind.ADVISE,
                submission.sources(),
                submission.destination(),
                submission.options(),
                submission.priority()));
        long untilNs = System.nanoTime() + Duration.ofSeconds(wait).toNanos();
        while (!task.state().isOver() && System.nanoTime() - untilNs < 0) {
            Thread.sleep(LOOK_MILLIS);
            task = advisor.task(task.id());
        }
        if (!task.state().isOver()) {
            return ResponseEntity.status(HttpStatus.ACCEPTED)
                    .body(Map.of("id", task.id(), "state", task.state().name()));
        }
        if (task.state() != TaskState.DONE) {
            throw InputChecks.bad("the advice of task " + task.id() + " is " + task.state()
                    + (task.message().isEmpty() ? "" : ": " + task.message()));
        }
        return ResponseEntity.ok(document(task.id()));
    }

    @GetMapping("/workers")
    List<WorkerState> workers() {
        return advisor.workers();
    }

    /** Gives a worker no more tasks, or with {@code on=false} some again. */
    @PostMapping("/workers/{name}/drain")
    WorkerState drain(@PathVariable String name, @RequestParam(defaultValue = "true") boolean on) {
        return advisor.drainWorker(name, on);
    }

    /** For workers: tasks to run, each under a lease. */
    @PostMapping("/leases")
    List<TaskLease> lease(@RequestBody LeaseRequest request) {
        return advisor.leaseTasks(request);
    }

    /** What a worker is to do. */
    record Order(LeaseOrder order) {}

    @PostMapping("/leases/renewal")
    Order renew(@RequestBody LeaseProgress progress) {
        return new Order(advisor.renewLease(progress));
    }

    @PostMapping("/leases/end")
    Order end(@RequestBody LeaseEnd end) {
        return new Order(advisor.endLease(end));
    }
}
