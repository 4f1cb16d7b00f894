package org.waybill.cli.command;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"waybill " + number() + " (Java " + Runtime.version() + ")"};
    }

    public static String number() {
        String written = Version.class.getPackage().getImplementationVersion();
        return written == null ? "development" : written;
    }
}
