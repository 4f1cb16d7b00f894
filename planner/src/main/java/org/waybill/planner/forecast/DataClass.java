package org.waybill.planner.forecast;

/** Disk to disk and memory to memory transfers are forecast apart (Rizk 2006, section 5.3.5 and table 5.3). */
public enum DataClass {
    DISK,
    MEMORY
}
