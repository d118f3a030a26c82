import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Just enough JSON: objects as Map, arrays as List, numbers as Double, and String, Boolean, null. */
final class Json {
    private final String text;
    private int place = 0;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        return new Json(text).value();
    }

    static long number(Map<String, Object> from, String key) {
        return ((Double) from.get(key)).longValue();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Map<String, Object> from, String key) {
        return (Map<String, Object>) from.get(key);
    }

    @SuppressWarnings("unchecked")
    static <T> List<T> list(Map<String, Object> from, String key) {
        return (List<T>) from.get(key);
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringBuilder out = new StringBuilder("{");
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (out.length() > 1) out.append(',');
                out.append(write(entry.getKey())).append(':').append(write(entry.getValue()));
            }
            return out.append('}').toString();
        }
        if (value instanceof String string) {
            return '"' + string.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
        if (value instanceof Double number && number == Math.rint(number)) {
            return String.valueOf(number.longValue());
        }
        return String.valueOf(value);
    }

    private Object value() {
        blanks();
        char c = text.charAt(place);
        if (c == '{') return object();
        if (c == '[') return array();
        if (c == '"') return string();
        int start = place;
        while (place < text.length() && ",]} \t\r\n".indexOf(text.charAt(place)) < 0) place++;
        String word = text.substring(start, place);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> Double.valueOf(word);
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> found = new LinkedHashMap<>();
        place++;
        for (blanks(); text.charAt(place) != '}'; blanks()) {
            if (text.charAt(place) == ',') place++;
            blanks();
            String key = string();
            blanks();
            place++; // the colon
            found.put(key, value());
        }
        place++;
        return found;
    }

    private List<Object> array() {
        List<Object> found = new ArrayList<>();
        place++;
        for (blanks(); text.charAt(place) != ']'; blanks()) {
            if (text.charAt(place) == ',') place++;
            found.add(value());
        }
        place++;
        return found;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (place++; text.charAt(place) != '"'; place++) {
            char c = text.charAt(place);
            if (c == '\\') {
                c = text.charAt(++place);
                switch (c) {
                    case 'n' -> c = '\n';
                    case 't' -> c = '\t';
                    case 'r' -> c = '\r';
                    case 'b' -> c = '\b';
                    case 'f' -> c = '\f';
                    case 'u' -> {
                        c = (char) Integer.parseInt(text.substring(place + 1, place + 5), 16);
                        place += 4;
                    }
                    default -> { }
                }
            }
            found.append(c);
        }
        place++;
        return found.toString();
    }

    private void blanks() {
        while (Character.isWhitespace(text.charAt(place))) place++;
    }
}
