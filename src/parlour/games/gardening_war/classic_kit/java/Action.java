/** A letter (L land, C shop, P plant, W water, H harvest, F fertilizer, M mole) and its lines. */
final class Action {
    private final String letter;
    private final StringBuilder lines = new StringBuilder();

    Action(String letter) {
        this.letter = letter;
    }

    static Action pass() {
        return new Action("");
    }

    /** Add a line; what the letter does not use is 0. */
    Action line(long x, long y, long card, long amount) {
        if (!isEmpty()) lines.append(',');
        lines.append("{\"X\":").append(x).append(",\"Y\":").append(y);
        lines.append(",\"CardId\":").append(card).append(",\"Amount\":").append(amount).append('}');
        return this;
    }

    boolean isEmpty() {
        return lines.length() == 0;
    }

    @Override
    public String toString() {
        return "{\"ActionType\":\"" + letter + "\",\"Properties\":[" + lines + "]}";
    }
}
