package org.waybill.service.console;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.profile.Catalogue;
import org.waybill.service.profile.CatalogueUploads;
import org.waybill.service.profile.CatalogueUploads.Upload;

/** Import of entries from a file: first what it would do, row by row, then the import. */
@Controller
@RequestMapping("/catalogue/{path}/import")
record ImportController(Catalogue catalogue, CatalogueUploads uploads) {
    @GetMapping
    String form(@PathVariable String path, Model model) {
        Caller.current().needs(Role.OPERATOR);
        model.addAttribute("view", KindView.at(path));
        return "console/catalogue/import";
    }

    @PostMapping
    String preview(
            @PathVariable String path,
            @RequestParam(required = false) MultipartFile file,
            @RequestParam(defaultValue = "") String text,
            HttpServletResponse response,
            Model model)
            throws IOException {
        KindView view = KindView.at(path);
        model.addAttribute("view", view);
        try {
            String content = file == null || file.isEmpty() ? text : InputChecks.utf8("the file", file.getBytes());
            if (content.isBlank()) {
                throw InputChecks.bad("choose a file or paste its content");
            }
            CatalogFormat format = content.stripLeading().startsWith("[") ? CatalogFormat.JSON : CatalogFormat.CSV;
            model.addAttribute("preview", catalogue.preview(view.kind(), format, content));
            model.addAttribute("upload", uploads.keep(new Upload(view.kind(), format, content)));
            return "console/catalogue/preview";
        } catch (ServiceException e) {
            if (!e.code().equals(ServiceException.BAD_REQUEST)) {
                throw e;
            }
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            model.addAttribute("problem", String.valueOf(e.getMessage()));
            return "console/catalogue/import";
        }
    }

    @PostMapping("/{id}")
    String run(@PathVariable String path, @PathVariable String id, Model model) {
        Upload upload = uploads.find(id);
        KindView view = KindView.of(upload.kind());
        if (!view.path().equals(path)) {
            throw ServiceException.notFound("this preview belongs to " + view.path());
        }
        model.addAttribute("view", view);
        model.addAttribute("report", catalogue.importEntries(view.kind(), upload.format(), upload.text(), false));
        uploads.remove(id);
        return "console/catalogue/imported";
    }
}
