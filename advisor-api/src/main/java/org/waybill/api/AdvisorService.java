package org.waybill.api;

import org.waybill.api.circuit.CircuitService;
import org.waybill.api.overlay.OverlayService;
import org.waybill.api.storage.StorageService;
import org.waybill.api.task.TaskService;

/**
 * What clients ask the advisor, over Hessian at {@code /hessian/advisor} and over REST. Every call needs a bearer
 * token. Errors are {@link ServiceException}s.
 */
public interface AdvisorService extends ForecastService, CircuitService, OverlayService, StorageService, TaskService {}
