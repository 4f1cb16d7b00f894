package org.waybill.protocol;

/** The programs that scripts are made of, in the order in which they are offered when nothing else decides. */
public enum Tool {
    WAYBILL("waybill", "Waybill"),
    GLOBUS_URL_COPY("globus-url-copy", "Debian package globus-gass-copy-progs"),
    SFTP("sftp", "Debian package openssh-client"),
    SCP("scp", "Debian package openssh-client"),
    RSYNC("rsync", "Debian package rsync"),
    LFTP("lftp", "Debian package lftp"),
    CURL("curl", "Debian package curl"),
    RCLONE("rclone", "Debian package rclone"),
    XRDCP("xrdcp", "Debian package xrootd-client"),
    GFAL_COPY("gfal-copy", "package gfal2-util"),
    BBFTP("bbftp", "https://software.in2p3.fr/bbftp"),
    /** A copy on this machine. */
    CP("cp", "Debian package coreutils");

    private final String command;
    private final String origin;

    Tool(String command, String origin) {
        this.command = command;
        this.origin = origin;
    }

    public String command() {
        return command;
    }

    /** Where to get it. */
    public String origin() {
        return origin;
    }
}
