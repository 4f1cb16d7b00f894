package org.waybill.engine;

/** Passes all that it hears on to another listener; what a subclass overrides, it passes on itself. */
public class ForwardingListener implements TransferListener {
    protected final TransferListener next;

    protected ForwardingListener(TransferListener next) {
        this.next = next;
    }

    @Override
    public void onProgress(Progress progress) {
        next.onProgress(progress);
    }

    @Override
    public void onEvent(String code, String text) {
        next.onEvent(code, text);
    }

    @Override
    public void onForecast(double secondsP50, double secondsP90) {
        next.onForecast(secondsP50, secondsP90);
    }

    @Override
    public void onRestart() {
        next.onRestart();
    }
}
