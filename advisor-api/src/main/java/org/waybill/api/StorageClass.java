package org.waybill.api;

/** Disk to disk and memory to memory are forecast apart (Rizk 2006, section 4.3). */
public enum StorageClass {
    DISK,
    MEMORY
}
