package org.waybill.api.hessian;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** Asks the JVM which classes it has loaded, initialised or not. */
final class LoadedClasses {
    private LoadedClasses() {}

    static boolean contain(String name) throws JMException {
        String listing = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmClassHierarchy",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return listing.lines().anyMatch(line -> line.contains(name + "/"));
    }
}
