package org.waybill.api.hessian;

import com.caucho.hessian.io.AbstractDeserializer;
import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.AbstractHessianOutput;
import com.caucho.hessian.io.AbstractSerializer;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.Serializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists, maps with text keys, and optional values. */
final class Containers {
    static final Serializer LIST_SERIALIZER = new AbstractSerializer() {
        @Override
        public void writeObject(Object list, AbstractHessianOutput out) throws IOException {
            if (out.addRef(list)) {
                return;
            }
            List<?> elements = (List<?>) list;
            out.writeListBegin(elements.size(), null);
            for (Object element : elements) {
                out.writeObject(element);
            }
        }
    };

    static final Serializer OPTIONAL_SERIALIZER = new AbstractSerializer() {
        @Override
        public void writeObject(Object optional, AbstractHessianOutput out) throws IOException {
            out.writeObject(((Optional<?>) optional).orElse(null));
        }
    };

    static final Deserializer LIST_DESERIALIZER = new AbstractDeserializer() {
        @Override
        public Object readList(AbstractHessianInput in, int length) throws IOException {
            List<@Nullable Object> list = new ArrayList<>();
            in.addRef(list);
            while (!in.isEnd()) {
                list.add(in.readObject());
            }
            in.readEnd();
            return list;
        }

        @Override
        public Object readLengthList(AbstractHessianInput in, int length) throws IOException {
            List<@Nullable Object> list = new ArrayList<>();
            in.addRef(list);
            for (int i = 0; i < length; i++) {
                list.add(in.readObject());
            }
            return list;
        }
    };

    static final Deserializer MAP_DESERIALIZER = new AbstractDeserializer() {
        @Override
        public Object readMap(AbstractHessianInput in) throws IOException {
            int reference = in.addRef(null);
            Map<String, @Nullable Object> map = readEntries(in);
            in.setRef(reference, map);
            return map;
        }
    };

    private Containers() {}

    static Map<String, @Nullable Object> readEntries(AbstractHessianInput in) throws IOException {
        Map<String, @Nullable Object> entries = new HashMap<>();
        while (!in.isEnd()) {
            // text only: a map as the key of a map could contain itself
            entries.put(in.readString(), in.readObject());
        }
        in.readMapEnd();
        return entries;
    }
}
