package org.waybill.service.remoting;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.AdvisorService;
import org.waybill.api.storage.StorageAsk;
import org.waybill.api.storage.StorageFacts;
import org.waybill.api.storage.StorageRequest;
import org.waybill.api.storage.StorageSpace;

/** {@link org.waybill.api.storage.StorageService} over REST. */
@RestController
@RequestMapping("/api/storage")
record StorageController(AdvisorService advisor) {
    @GetMapping
    StorageFacts look(@RequestParam String surl) {
        return advisor.storage(surl);
    }

    @PostMapping("/requests")
    StorageRequest prepare(@RequestBody StorageAsk ask) {
        return advisor.prepareStorage(ask);
    }

    @GetMapping("/requests")
    StorageRequest status(@RequestParam String surl, @RequestParam String token, @RequestParam boolean write) {
        return advisor.storageStatus(surl, token, write);
    }

    @DeleteMapping("/requests")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void finish(
            @RequestParam String surl,
            @RequestParam String token,
            @RequestParam boolean write,
            @RequestParam(defaultValue = "true") boolean good) {
        advisor.finishStorage(surl, token, write, good);
    }

    @PostMapping("/spaces")
    StorageSpace reserve(@RequestParam String surl, @RequestParam long bytes, @RequestParam long seconds) {
        return advisor.reserveSpace(surl, bytes, seconds);
    }

    @GetMapping("/spaces")
    List<StorageSpace> spaces(@RequestParam String surl) {
        return advisor.spaces(surl);
    }

    @DeleteMapping("/spaces")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void release(@RequestParam String surl, @RequestParam String token) {
        advisor.releaseSpace(surl, token);
    }
}
