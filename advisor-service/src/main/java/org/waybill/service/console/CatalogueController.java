package org.waybill.service.console;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogPage;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.profile.Catalogue;
import org.waybill.service.profile.CatalogueBin.Deleted;
import org.waybill.service.remoting.Faults;

/** Lists, forms, deletion with undo, and export of the catalogue's entries. */
@Controller
@RequestMapping("/catalogue")
record CatalogueController(Catalogue catalogue) {
    private static final int ROWS = 50;
    private static final int EXPORTED = 10_000;
    private static final int CHANGES = 20;
    private static final int BIN = 200;
    private static final int SUGGESTED = 20;

    /** A row of a list. */
    record Row(long id, long version, String name, Map<String, String> cells) {}

    private Row row(CatalogEntry entry) {
        return new Row(entry.id(), entry.version(), catalogue.name(entry), catalogue.fields(entry));
    }

    @GetMapping("/{path}")
    String list(
            @PathVariable String path,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String sort,
            @RequestParam(defaultValue = "false") boolean desc,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(required = false) @Nullable Long deleted,
            Model model) {
        KindView view = KindView.at(path);
        CatalogPage found = catalogue.list(view.kind(), q, page, ROWS, sort, desc);
        List<String> orders = catalogue.orders(view.kind());
        model.addAttribute("view", view);
        model.addAttribute("rows", found.entries().stream().map(this::row).toList());
        model.addAttribute("paging", new Paging(page, ROWS, found.total()));
        model.addAttribute("q", q);
        model.addAttribute("orders", orders);
        model.addAttribute("sort", sort.isEmpty() ? orders.getFirst() : sort);
        model.addAttribute("desc", desc);
        if (deleted != null) {
            catalogue.deleted(BIN).stream()
                    .filter(one -> one.id() == deleted)
                    .findFirst()
                    .ifPresent(one -> model.addAttribute("deleted", one));
        }
        return "console/catalogue/list";
    }

    /** Names for the field that the user is typing in. */
    @GetMapping("/{path}/names")
    String names(@PathVariable String path, @RequestParam Map<String, String> typed, Model model) {
        String q = typed.values().stream().findFirst().orElse("");
        CatalogPage found = catalogue.list(KindView.at(path).kind(), q, 0, SUGGESTED);
        model.addAttribute(
                "names", found.entries().stream().map(catalogue::name).toList());
        return "console/catalogue/names";
    }

    @GetMapping("/{path}/new")
    String blank(@PathVariable String path, Model model) {
        Caller.current().needs(Role.OPERATOR);
        return form(KindView.at(path), 0, 0, Map.of(), model);
    }

    @GetMapping("/{path}/{id}")
    String entry(
            @PathVariable String path,
            @PathVariable long id,
            @RequestParam(defaultValue = "false") boolean saved,
            Model model) {
        KindView view = KindView.at(path);
        CatalogEntry entry = catalogue.get(view.kind(), id);
        model.addAttribute("saved", saved);
        model.addAttribute("name", catalogue.name(entry));
        return form(view, id, entry.version(), catalogue.fields(entry), model);
    }

    private String form(KindView view, long id, long version, Map<String, String> values, Model model) {
        model.addAttribute("view", view);
        model.addAttribute("id", id);
        model.addAttribute("version", version);
        model.addAttribute("values", values);
        model.addAttribute("changes", id == 0 ? List.of() : catalogue.changes(view.kind(), id, CHANGES));
        return "console/catalogue/entry";
    }

    @PostMapping("/{path}/{id}")
    String save(
            @PathVariable String path,
            @PathVariable long id,
            @RequestParam(defaultValue = "0") long version,
            @RequestParam Map<String, String> fields,
            HttpServletResponse response,
            Model model) {
        KindView view = KindView.at(path);
        try {
            CatalogEntry saved = catalogue.save(catalogue.entryOf(view.kind(), id, version, fields));
            return "redirect:/catalogue/" + view.path() + "/" + saved.id() + "?saved=true";
        } catch (ServiceException e) {
            if (!e.code().equals(ServiceException.BAD_REQUEST) && !e.code().equals(ServiceException.CONFLICT)) {
                throw e;
            }
            response.setStatus(Faults.status(e));
            model.addAttribute("problem", String.valueOf(e.getMessage()));
            return form(view, id, version, fields, model);
        }
    }

    @PostMapping("/{path}/{id}/delete")
    String delete(@PathVariable String path, @PathVariable long id, @RequestParam long version) {
        KindView view = KindView.at(path);
        return "redirect:/catalogue/" + view.path() + "?deleted=" + catalogue.deleteIntoBin(view.kind(), id, version);
    }

    @GetMapping
    String bin(Model model) {
        List<Deleted> deleted = catalogue.deleted(BIN);
        model.addAttribute("counts", catalogue.counts());
        model.addAttribute("deleted", deleted);
        return "console/catalogue/home";
    }

    @PostMapping("/restore")
    String restore(@RequestParam long id) {
        CatalogEntry restored = catalogue.restore(id);
        return "redirect:/catalogue/" + KindView.of(restored.kind()).path() + "/" + restored.id() + "?saved=true";
    }

    @GetMapping("/{path}/export")
    ResponseEntity<String> export(
            @PathVariable String path,
            @RequestParam(defaultValue = "csv") String format,
            @RequestParam(defaultValue = "0") int page) {
        KindView view = KindView.at(path);
        boolean json = format.equals("json");
        String file = view.path() + (page == 0 ? "" : "-" + (page + 1)) + (json ? ".json" : ".csv");
        return ResponseEntity.ok()
                .contentType(json ? MediaType.APPLICATION_JSON : MediaType.parseMediaType("text/csv;charset=UTF-8"))
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment().filename(file).build().toString())
                .body(catalogue.exportEntries(
                        view.kind(), json ? CatalogFormat.JSON : CatalogFormat.CSV, page, EXPORTED));
    }
}
