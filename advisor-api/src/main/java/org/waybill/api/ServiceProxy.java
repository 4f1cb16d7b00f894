package org.waybill.api;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Wraps a service: all its operations go through one function. */
public final class ServiceProxy {
    private ServiceProxy() {}

    /** What becomes of a call. */
    @FunctionalInterface
    public interface Calls {
        @Nullable
        Object call(Method operation, @Nullable Object[] arguments) throws Throwable;
    }

    /**
     * An object of {@code api}, equal to itself alone, whose operations are {@code calls}.
     *
     * @param name what it says that it is
     */
    public static <T> T of(Class<T> api, String name, Calls calls) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            @Nullable Object[] given = arguments == null ? new Object[0] : arguments;
            if (method.getDeclaringClass() != Object.class) {
                return calls.call(method, given);
            }
            return switch (method.getName()) {
                case "equals" -> proxy == given[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> name;
            };
        };
        return api.cast(Proxy.newProxyInstance(api.getClassLoader(), new Class<?>[] {api}, handler));
    }

    /** Hands a call on; what {@code service} throws comes through as it is. */
    public static @Nullable Object pass(Object service, Method operation, @Nullable Object[] arguments)
            throws Throwable {
        try {
            return operation.invoke(service, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
