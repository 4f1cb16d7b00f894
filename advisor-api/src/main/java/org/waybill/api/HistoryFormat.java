package org.waybill.api;

/** Foreign records of transfers and measurements that the history takes. */
public enum HistoryFormat {
    /** A GridFTP server's transfer log, a line a file, in all its variants since 2004. */
    GRIDFTP_LOG,
    /** Messages of the File Transfer Service about completed transfers: JSON, one document, an array or one a line. */
    FTS,
    /** What perfSONAR measured: an esmond archive's samples, or pScheduler's results. */
    PERFSONAR
}
