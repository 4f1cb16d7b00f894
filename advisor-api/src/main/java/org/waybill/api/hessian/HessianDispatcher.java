package org.waybill.api.hessian;

import com.caucho.hessian.io.AbstractHessianInput;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Bulk;
import org.waybill.api.ServiceException;

/**
 * Answers calls to one interface, in Hessian 2, or in Hessian 1 with the reply in Hessian 2. Safe for many
 * threads. The caller authenticates before it hands over a body, and reads no more than {@link #requestLimit} allows.
 */
public final class HessianDispatcher {
    private final Map<String, Method> operations = new HashMap<>();
    private final Object service;
    private final StrictSerializerFactory factory;
    private final Function<Throwable, ServiceException> mask;

    /**
     * @param mask makes of an unexpected throwable of the service what the client may see of it
     */
    public <T> HessianDispatcher(
            Class<T> api, T service, StrictSerializerFactory factory, Function<Throwable, ServiceException> mask) {
        this.service = service;
        this.factory = factory;
        this.mask = mask;
        for (Method operation : api.getMethods()) {
            if (operations.put(operation.getName(), operation) != null) {
                throw new IllegalArgumentException("overloaded on the wire: " + operation.getName());
            }
        }
    }

    /** How long the body may be that starts with these bytes; checks the operation's name only. */
    public int requestLimit(byte[] start) throws RefusedException {
        Method operation = operation(check(start));
        return operation.isAnnotationPresent(Bulk.class)
                ? factory.limits().bulkBytes()
                : factory.limits().requestBytes();
    }

    /**
     * The reply to a call: a result or a fault.
     *
     * @throws RefusedException if the body is not to be answered at all; nothing of the service was called then
     */
    public byte[] answer(byte[] body) throws RefusedException {
        GrammarCheck check = check(body);
        Method operation = operation(check);
        check.checkCall(operation.getParameterCount());
        Object result;
        try {
            result = operation.invoke(service, arguments(body, operation));
        } catch (InvocationTargetException e) {
            Throwable cause = e.getTargetException();
            return fault(cause instanceof ServiceException known ? known : mask.apply(cause));
        } catch (RefusedException e) {
            if (e.kind() == RefusedException.Kind.BODY) {
                throw e;
            }
            return fault(new ServiceException(ServiceException.BAD_REQUEST, String.valueOf(e.getMessage())));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("not a public interface", e);
        }
        return result(operation, result);
    }

    private GrammarCheck check(byte[] body) {
        return GrammarCheck.ofCall(body, factory.limits(), factory.types().names());
    }

    private Method operation(GrammarCheck check) throws RefusedException {
        Method operation = operations.get(check.operation());
        if (operation == null) {
            throw RefusedException.body("no such operation");
        }
        return operation;
    }

    private @Nullable Object[] arguments(byte[] body, Method operation) throws RefusedException {
        Type[] types = operation.getGenericParameterTypes();
        @Nullable Object[] arguments = new @Nullable Object[types.length];
        try {
            AbstractHessianInput in = callStarted(body);
            for (int i = 0; i < types.length; i++) {
                arguments[i] = argument(in, types[i], operation.getParameters()[i].getName());
            }
            return arguments;
        } catch (RefusedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // the scanner passed what the codec does not take: not the client's business why
            throw RefusedException.body("not a valid call");
        }
    }

    /** An input that comes before the first argument. */
    private AbstractHessianInput callStarted(byte[] body) throws IOException {
        if (body[0] == 'c') {
            StrictInput1 in = new StrictInput1(body, factory);
            in.readCall();
            in.readMethod();
            return in;
        }
        StrictInput in = new StrictInput(body, 3, factory);
        in.startCall();
        in.readInt();
        return in;
    }

    private static @Nullable Object argument(AbstractHessianInput in, Type type, String name) throws IOException {
        try {
            return BindingInput.fitterOf(in).fit(type, in.readObject(), false);
        } catch (RefusedException e) {
            throw e.at(name);
        }
    }

    private byte[] result(Method operation, @Nullable Object result) {
        try {
            byte[] reply = factory.written(out -> out.writeReply(result));
            boolean bulk = operation.isAnnotationPresent(Bulk.class);
            int limit = bulk ? factory.limits().bulkBytes() : factory.limits().replyBytes();
            return reply.length <= limit
                    ? reply
                    : fault(new ServiceException(ServiceException.TOO_LARGE, "the reply is over " + limit + " bytes"));
        } catch (IOException e) {
            return fault(mask.apply(e));
        }
    }

    private byte[] fault(ServiceException fault) {
        try {
            return factory.written(out -> out.writeFault(fault.code(), fault.getMessage(), fault));
        } catch (IOException e) {
            throw new IllegalStateException("a fault that cannot be written", e);
        }
    }
}
