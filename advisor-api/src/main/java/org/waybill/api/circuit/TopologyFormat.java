package org.waybill.api.circuit;

/** The forms in which networks publish their topologies. */
public enum TopologyFormat {
    /** OSCARS 1.x: one JSON document with {@code devices} and {@code adjcies}. */
    OSCARS_JSON,
    /** NML (GFD.206), as NSI networks publish it. */
    NML,
    /** CtrlPlane XML of OSCARS 0.5 and 0.6. */
    CTRL_PLANE,
    /** Comma-separated {@code from,to,bitsPerSecond} with an optional metric. */
    CSV
}
