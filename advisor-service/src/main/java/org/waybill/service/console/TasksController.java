package org.waybill.service.console;

import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskSubmission;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/** Tasks: one's own, for operators those of all accounts, and the workers. */
@Controller
record TasksController(AdvisorService tasks, Clock clock) {
    private static final int MOST = 200;
    private static final int LONGEST_SHOWN = 20_000;

    @GetMapping("/tasks")
    String list(Model model) {
        Caller caller = Caller.current().needs(Role.VIEWER);
        boolean all = caller.role().includes(Role.OPERATOR);
        model.addAttribute("now", clock.instant());
        model.addAttribute("tasks", tasks.tasks(all, MOST));
        model.addAttribute("workers", all ? tasks.workers() : List.of());
        return "console/tasks";
    }

    @GetMapping("/tasks/{id}")
    String task(@PathVariable long id, Model model) {
        Caller.current().needs(Role.VIEWER);
        String document = tasks.taskDocument(id).orElse("");
        model.addAttribute("now", clock.instant());
        model.addAttribute("task", tasks.task(id));
        model.addAttribute(
                "document",
                document.length() > LONGEST_SHOWN ? document.substring(0, LONGEST_SHOWN) + " ..." : document);
        return "console/task";
    }

    @PostMapping("/tasks")
    String submit(
            @RequestParam String source,
            @RequestParam String destination,
            @RequestParam(defaultValue = "") String options,
            @RequestParam(defaultValue = "COPY") TaskKind kind) {
        List<String> words =
                options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"));
        ServiceTask task = tasks.submitTask(
                new TaskSubmission(null, kind, List.of(source.strip()), destination.strip(), words, null));
        return "redirect:/tasks/" + task.id();
    }

    @PostMapping("/tasks/{id}/{action}")
    String act(@PathVariable long id, @PathVariable String action) {
        switch (action) {
            case "pause" -> tasks.pauseTask(id);
            case "resume" -> tasks.resumeTask(id);
            case "cancel" -> tasks.cancelTask(id);
            default -> throw ServiceException.notFound("no such action");
        }
        return "redirect:/tasks/" + id;
    }

    @PostMapping("/workers/drain")
    String drain(@RequestParam String name, @RequestParam(defaultValue = "true") boolean on) {
        tasks.drainWorker(name, on);
        return "redirect:/tasks";
    }
}
